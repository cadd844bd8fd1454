import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.js';
import { deathsAtPoints, type Member } from './fleet-member.js';
import type { Chaos } from './run.js';

const POINTS = ['claimed', 'submitted', 'settled'];

/** The first life of each ends at the given point for certain; later ones by chance, until there were deaths enough. */
export function workersThatDie(
  chaos: Chaos,
  fleet: Fleet,
  { deaths, chance }: { readonly deaths: number; readonly chance: number },
): (firstPoint: string) => Promise<Member> {
  const workers: Member[] = [];
  return async (firstPoint) => {
    const worker = await fleet.enlist('worker', {
      envOfLife: (life) => {
        // Who is killed from outside on the way there does not count.
        if (deathsAtPoints(workers) >= deaths) return {};
        const armed = life === 0 ? `${firstPoint}=1` : `${POINTS[chaos.between(0, 2)]}=${chaos.passWithin(chance)}`;
        chaos.struck(`worker that began to die at "${firstPoint}", life ${life}: FAULT_POINTS=${armed}`);
        return { FAULT_POINTS: armed };
      },
    });
    workers.push(worker);
    return worker;
  };
}

export async function killFromOutside(
  chaos: Chaos,
  workers: readonly Member[],
  { kills, pauseMs: [least, most] }: { readonly kills: number; readonly pauseMs: readonly [number, number] },
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const worker = workers[chaos.between(0, workers.length - 1)];
    await worker?.up();
    await sleep(chaos.between(least, most));
    chaos.struck(`SIGKILL ${worker?.url}`);
    await worker?.crash();
  }
}
