/** One gateway, or several that share the load by weight. */
export type Choice = string | { readonly anyOf: ReadonlyMap<string, number> };

/** The gateways of a route, in the order in which a message tries them. */
export interface Preference {
  /** The order if it is the same for every message; null if weights decide. */
  readonly fixed: readonly string[] | null;
  readonly first: (messageId: string) => string;
  readonly inOrder: (messageId: string) => readonly string[];
}

interface Candidate {
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
  const stages = choices.map(candidatesOf);
  const firstCandidates = candidatesOf(first);
  return {
    fixed: null,
    first: (messageId) => winner(firstCandidates, messageId),
    inOrder: (messageId) => stages.flatMap((candidates) => inOrderOfScore(candidates, messageId)),
  };
}

function candidatesOf(choice: Choice): readonly Candidate[] {
  const weights = typeof choice === 'string' ? new Map([[choice, 1]]) : choice.anyOf;
  return [...weights].map(([name, weight]) => ({ name, weight, hash: hashOf(name) }));
}

/** Returns the first of `inOrderOfScore`, without allocating a list for each of ten thousand recipients. */
function winner(candidates: readonly Candidate[], messageId: string): string {
  const hash = hashOf(messageId);
  let best = '';
  let least = Infinity;
  for (const candidate of candidates) {
    const value = score(candidate, hash);
    if (value >= least) continue;
    least = value;
    best = candidate.name;
  }
  return best;
}

function inOrderOfScore(candidates: readonly Candidate[], messageId: string): string[] {
  const hash = hashOf(messageId);
  return [...candidates].sort((a, b) => score(a, hash) - score(b, hash)).map(({ name }) => name);
}

/**
 * Weighted rendezvous hashing, lowest score first. The score depends only on the message and the gateway, so every
 * process computes the same order, and adding or removing a gateway moves only that gateway's share.
 */
function score({ weight, hash }: Candidate, messageHash: number): number {
  return -Math.log((mix(hash ^ messageHash) + 0.5) / 2 ** 32) / weight;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return hash;
}

/** The finaliser of MurmurHash3, so that ids which differ in one digit get unrelated scores. */
function mix(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
