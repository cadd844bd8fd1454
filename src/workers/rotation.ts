export interface Rotation {
  /** Whose turn it is; null when nobody has work. */
  next(): Promise<string | null>;
  /** Told by who got a turn and found nothing to do. */
  idle(organisationId: string): void;
}

/** How long a list of who has work is believed. A newcomer waits for no more than this and the turns under way. */
const LIST_VALID_MS = 250;

/**
 * Gives every organisation that has work one turn per round, so one organisation's hundred thousand messages do not
 * keep another's single one waiting.
 */
export function createRotation(listWaiting: () => Promise<string[]>): Rotation {
  let ring: string[] = [];
  let listedAtMs = 0;
  let lastServed = '';

  const list = async () => {
    const waiting = (await listWaiting()).sort();
    // Go on behind the one served last; else short rounds would always begin with the same.
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
