import { FAULT_POINTS, type FaultPoint } from '../../../src/lib/fault-points.js';
import { createRandom } from '../../support/gateways/journal-gateway-behaviour.js';
import type { Settings } from './settings.js';

type Role = 'api' | 'worker';

/** Which processes pass each point, and how often one passes there, on the average, before it dies. */
const POINTS: Readonly<Record<FaultPoint, readonly [Role, number]>> = {
  accepted: ['api', 30],
  'bulk-accepted': ['api', 10],
  reported: ['api', 120],
  'chat-claimed': ['api', 8],
  'chat-handed-over': ['api', 8],
  claimed: ['worker', 60],
  calling: ['worker', 60],
  submitted: ['worker', 60],
  settled: ['worker', 60],
  folded: ['worker', 60],
  appended: ['worker', 40],
  posted: ['worker', 12],
};

/**
 * Where a process that does not die stands still again and again: between its claim and the call of the gateway, and
 * between its last look at the lease and the call. It must be forgiven for any time up to `MAX_FREEZE_SECONDS`.
 */
const FREEZING: readonly FaultPoint[] = ['claimed', 'calling'];
const PASSES_BETWEEN_FREEZES = 3;
/** Of `MAX_FREEZE_SECONDS`; shorter ones are over before another worker has looked into the messages. */
const SHORTEST_FREEZE = 0.9;

/** The lives of a worker that stands still again and again, longer than its lease. */
export function planFrozenLives(seed: number, { maxFreezeSeconds }: Settings): Lives {
  const random = createRandom(seed);
  let spared = false;
  return {
    envOfLife() {
      const [place, luck] = [random(), random()];
      if (spared) return {};
      const point = FREEZING[Math.floor(place * FREEZING.length)];
      const share = SHORTEST_FREEZE + luck * (1 - SHORTEST_FREEZE);
      const ms = Math.round(share * maxFreezeSeconds * 1_000);
      return { FAULT_POINTS: `${point}=${PASSES_BETWEEN_FREEZES}@${ms}` };
    },
    spare() {
      spared = true;
    },
  };
}

/** The others live until somebody kills them: without long lives nothing would get done. */
const LIVES_THAT_END = 0.6;

export interface Lives {
  /** The environment of a life: where it dies, if anywhere. */
  readonly envOfLife: (life: number) => Readonly<Record<string, string>>;
  /** Lives that begin from now on do not end by themselves. */
  spare(): void;
}

/**
 * The lives of one process, drawn one after the other from a sequence of its own. Those that end by themselves go
 * through the points of the role in turn, so that each is planned for however few lives there are.
 */
export function planLives(seed: number, role: Role, first: FaultPoint): Lives {
  const random = createRandom(seed);
  const points = FAULT_POINTS.filter((point) => POINTS[point][0] === role);
  let turn = Math.floor(random() * points.length);
  let spared = false;
  return {
    envOfLife(life) {
      const [chance, luck] = [random(), random()];
      if (life === 0) return { FAULT_POINTS: `${first}=1` };
      if (spared || chance >= LIVES_THAT_END) return { FAULT_POINTS: 'none' };
      const point = points[turn++ % points.length] ?? first;
      const [, mean] = POINTS[point];
      return { FAULT_POINTS: `${point}=${1 + Math.floor(-Math.log(1 - luck) * mean)}` };
    },
    spare() {
      spared = true;
    },
  };
}
