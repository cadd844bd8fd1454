export interface Rotation {
  /** Returns the organisation whose turn it is; null if none has work. */
  next(): Promise<string | null>;
  /** Call it when a turn found no work for the organisation. */
  idle(organisationId: string): void;
}

/** The TTL of the list of organisations with work: a new one waits at most this long and for the turns under way. */
const LIST_VALID_MS = 250;

/**
 * Round-robin over the organisations with work, so that one organisation's 100,000 messages do not delay another's
 * single one.
 */
export function createRotation(listWaiting: () => Promise<string[]>): Rotation {
  let ring: string[] = [];
  let listedAtMs = 0;
  let lastServed = '';

  const list = async () => {
    const waiting = (await listWaiting()).sort();
    // Continue after the organisation served last: short rounds would otherwise always begin with the same one.
    const start = waiting.findIndex((organisationId) => organisationId > lastServed);
    ring = start > 0 ? [...waiting.slice(start), ...waiting.slice(0, start)] : waiting;
    listedAtMs = performance.now();
  };

  return {
    async next() {
      if (ring.length === 0 || performance.now() - listedAtMs > LIST_VALID_MS) await list();
      const organisationId = ring.shift();
      if (organisationId === undefined) return null;
      ring.push(organisationId);
      lastServed = organisationId;
      return organisationId;
    },
    idle(organisationId) {
      ring = ring.filter((other) => other !== organisationId);
    },
  };
}
