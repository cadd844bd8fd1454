/** A step to another state. */
export interface StepTo<State> {
  readonly says: string;
  readonly to: State;
  /** It happens by itself, if nothing goes wrong. */
  readonly isFair: boolean;
}

export interface Machine<State, Promise extends string> {
  readonly start: State;
  /** Equal for states that are the same. */
  keyOf(state: State): string;
  steps(state: State): Iterable<StepTo<State>>;
  /** The promise that the state breaks; null if it breaks none. */
  broken(state: State): Promise | null;
  isFinal(state: State): boolean;
}

export interface Explored<Promise extends string> {
  readonly states: number;
  readonly steps: number;
  readonly seconds: number;
  readonly violation: { readonly promise: Promise | 'final'; readonly trace: readonly string[] } | null;
}

/**
 * Visits all states breadth first, so that the first trace that breaks a promise is a shortest one. If none does, it
 * looks backwards for states from which no final state can be reached by steps that happen by themselves.
 */
export function explore<State, Promise extends string>(
  machine: Machine<State, Promise>,
  mostStates: number,
): Explored<Promise> {
  const startedAt = performance.now();
  const graph = new Graph(machine.keyOf(machine.start));
  const { broken, finals } = visit(machine, graph, mostStates);
  const stuck = broken ? null : graph.firstStuck(finals);
  const bad = broken ?? (stuck === null ? null : { promise: 'final' as const, place: stuck });
  const violation = bad && { promise: bad.promise, trace: replay(machine, graph.pathTo(bad.place)) };
  return { states: graph.size, steps: graph.steps, seconds: (performance.now() - startedAt) / 1000, violation };
}

/** Stops at the first broken promise. */
function visit<State, Promise extends string>(machine: Machine<State, Promise>, graph: Graph, mostStates: number) {
  const finals: number[] = [];
  // A state is let go when it has been visited; of a million of them only the keys stay.
  const waiting: (State | null)[] = [machine.start];
  for (let place = 0; place < waiting.length; place += 1) {
    const state = waiting[place] as State;
    waiting[place] = null;
    const promise = machine.broken(state);
    if (promise) return { broken: { promise, place }, finals };
    if (machine.isFinal(state)) finals.push(place);
    for (const { to, isFair } of machine.steps(state)) {
      if (graph.add(place, machine.keyOf(to), isFair)) waiting.push(to);
    }
    if (graph.size > mostStates) throw new Error(`More than ${mostStates} states: the budget of faults is too large.`);
  }
  return { broken: null, finals };
}

/** States by the order in which they were found. */
class Graph {
  steps = 0;
  private readonly places = new Map<string, number>();
  private readonly cameFrom: number[] = [-1];
  private readonly fairFrom: number[] = [];
  private readonly fairTo: number[] = [];

  constructor(startKey: string) {
    this.places.set(startKey, 0);
  }

  get size(): number {
    return this.places.size;
  }

  /** Returns whether the step leads to a new state. */
  add(from: number, key: string, isFair: boolean): boolean {
    this.steps += 1;
    const known = this.places.get(key);
    const to = known ?? this.size;
    if (known === undefined) {
      this.places.set(key, to);
      this.cameFrom.push(from);
    }
    if (isFair) {
      this.fairFrom.push(from);
      this.fairTo.push(to);
    }
    return known === undefined;
  }

  /** The keys of the states after the first one. */
  pathTo(place: number): string[] {
    const keys = [...this.places.keys()];
    const path: string[] = [];
    for (let at = place; at > 0; at = this.cameFrom[at] as number) path.unshift(keys[at] as string);
    return path;
  }

  /** The first state from which no final one can be reached; null if there is none. */
  firstStuck(finals: readonly number[]): number | null {
    const edgesTo = this.edgesByTarget();
    const reaches = new Uint8Array(this.size);
    const waiting = [...finals];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (reaches[place]) continue;
      reaches[place] = 1;
      for (let edge = edgesTo.last[place] as number; edge >= 0; edge = edgesTo.before[edge] as number) {
        waiting.push(this.fairFrom[edge] as number);
      }
    }
    const stuck = reaches.indexOf(0);
    return stuck < 0 ? null : stuck;
  }

  /** Linked lists: of each state the last edge to it, and of each edge the one before. */
  private edgesByTarget() {
    const last = new Int32Array(this.size).fill(-1);
    const before = new Int32Array(this.fairTo.length);
    for (const [edge, target] of this.fairTo.entries()) {
      before[edge] = last[target] as number;
      last[target] = edge;
    }
    return { last, before };
  }
}

/** Takes the steps to states with these keys, and returns what they say. */
function replay<State>(
  { start, steps, keyOf }: Pick<Machine<State, string>, 'start' | 'steps' | 'keyOf'>,
  path: readonly string[],
): string[] {
  let state = start;
  return path.map((key) => {
    for (const { says, to } of steps(state)) {
      if (keyOf(to) !== key) continue;
      state = to;
      return says;
    }
    throw new Error('The trace cannot be replayed.');
  });
}
