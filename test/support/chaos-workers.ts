import { setTimeout as sleep } from 'node:timers/promises';
import type { Chaos } from './chaos-run.js';
import type { Fleet } from './fleet.js';
import type { Member } from './fleet-member.js';

const POINTS = ['claimed', 'submitted', 'settled'];

/** The first life of each ends at the given point for certain; later ones by chance, until there were deaths enough. */
export function workersThatDie(
  chaos: Chaos,
  fleet: Fleet,
  { kills, chance }: { readonly kills: number; readonly chance: number },
): (firstPoint: string) => Promise<Member> {
  let livesThatEnd = kills;
  return (firstPoint) =>
    fleet.enlist('worker', {
      envOfLife: (life) => {
        if (livesThatEnd <= 0) return {};
        livesThatEnd -= 1;
        const armed = life === 0 ? `${firstPoint}=1` : `${POINTS[chaos.between(0, 2)]}=${chaos.passWithin(chance)}`;
        chaos.struck(`worker that began to die at "${firstPoint}", life ${life}: FAULT_POINTS=${armed}`);
        return { FAULT_POINTS: armed };
      },
    });
}

export async function killFromOutside(
  chaos: Chaos,
  workers: readonly Member[],
  { kills, longestPauseMs }: { readonly kills: number; readonly longestPauseMs: number },
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(chaos.between(1_000, longestPauseMs));
    const worker = workers[chaos.between(0, workers.length - 1)];
    chaos.struck(`SIGKILL ${worker?.url}`);
    await worker?.crash();
  }
}
