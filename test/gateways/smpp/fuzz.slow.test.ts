import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { until } from '../../support/until.js';
import { fuzzLink, fuzzParser } from './fuzz.js';
import { useSmppStage } from './under-test.js';

const ROUNDS = 5;
const PDUS_A_ROUND = 20_000;
const MOST_GROWTH_OCTETS = 16 * 1_048_576;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('The SMPP gateway under 100,000 hostile PDUs', () => {
  const stage = useSmppStage();

  it('reads or refuses every one of them', () => {
    const { framed, reports } = fuzzParser(ROUNDS * PDUS_A_ROUND, 3);
    expect([framed > 10_000, reports > 1_000]).toEqual([true, true]);
  });

  it('lives on and keeps nothing of them', async () => {
    const { reports } = await stage.start({}, { firstReconnectMs: 5, longestReconnectMs: 10 });
    const heldOctets: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await fuzzLink(stage.peer, PDUS_A_ROUND, 4 + round);
      await until(() => stage.peer.connections().length > 0);
      stage.peer.received.length = 0;
      reports.length = 0;
      collectGarbage();
      heldOctets.push(process.memoryUsage().heapUsed);
    }
    const [first = 0, ...later] = heldOctets;
    expect(Math.max(...later) - first).toBeLessThan(MOST_GROWTH_OCTETS);
  }, 120_000);
});
