/** A gateway, or several that share the load by weight. */
export type Choice = string | { readonly anyOf: ReadonlyMap<string, number> };

/** The gateways of a route as a message meets them, from the first choice to the last. */
export interface Preference {
  /** The order, where every message has the same; null where weights decide. */
  readonly fixed: readonly string[] | null;
  readonly first: (messageId: string) => string;
  readonly inOrder: (messageId: string) => readonly string[];
}

interface Sharer {
  readonly name: string;
  readonly weight: number;
  readonly hash: number;
}

export function compilePreference(choices: readonly [Choice, ...Choice[]]): Preference {
  const fixed = choices.filter((choice) => typeof choice === 'string');
  const [first] = choices;
  if (fixed.length === choices.length) {
    return { fixed, first: () => first as string, inOrder: () => fixed };
  }
  const steps = choices.map(sharersOf);
  const firstSharers = sharersOf(first);
  return {
    fixed: null,
    first: (messageId) => soonest(firstSharers, messageId),
    inOrder: (messageId) => steps.flatMap((sharers) => inTurn(sharers, messageId)),
  };
}

function sharersOf(choice: Choice): readonly Sharer[] {
  const weights = typeof choice === 'string' ? new Map([[choice, 1]]) : choice.anyOf;
  return [...weights].map(([name, weight]) => ({ name, weight, hash: hashOf(name) }));
}

/** The first of `inTurn`, without making a list for each of ten thousand recipients. */
function soonest(sharers: readonly Sharer[], messageId: string): string {
  const hash = hashOf(messageId);
  let best = '';
  let least = Infinity;
  for (const sharer of sharers) {
    const time = arrival(sharer, hash);
    if (time >= least) continue;
    least = time;
    best = sharer.name;
  }
  return best;
}

function inTurn(sharers: readonly Sharer[], messageId: string): string[] {
  const hash = hashOf(messageId);
  return [...sharers].sort((a, b) => arrival(a, hash) - arrival(b, hash)).map(({ name }) => name);
}

/**
 * A race with exponential waiting times: each wins as often as its weight says. They depend on nothing but message and
 * gateway, so every process comes to the same order at any time, and a gateway more or less moves only its own share.
 */
function arrival({ weight, hash }: Sharer, messageHash: number): number {
  return -Math.log((scatter(hash ^ messageHash) + 0.5) / 2 ** 32) / weight;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return hash;
}

/** The last step of MurmurHash3: ids that differ in one digit end far apart. */
function scatter(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
