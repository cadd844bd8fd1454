import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Outage } from '../../src/db/citus/outage.js';
import type { NodesFound } from '../../src/db/citus/reachable.js';
import { createLogger } from '../../src/lib/log/logger.js';

const REACHABLE = new Set(['an organisation']);
const SOME: NodesFound = { reachable: REACHABLE, away: ['node-2:5432'] };
const ALL: NodesFound = { reachable: null, away: [] };

describe('what a process knows of nodes that are away', () => {
  let nowMs = 0;
  let logged: string[];
  let outage: Outage;
  /** Answers the questions which nodes answer, in their order. */
  let answers: ((found: NodesFound) => void)[];
  const find = () => new Promise<NodesFound>((resolve) => answers.push(resolve));
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    logged = [];
    answers = [];
    const write = (line: string) => void logged.push(JSON.parse(line).msg);
    outage = new Outage(createLogger({ level: 'info', pretty: false }, { write }));
  });
  afterEach(() => void jest.restoreAllMocks());

  async function lose(): Promise<void> {
    const asked = outage.ask(find);
    answers[0]?.(SOME);
    await asked;
  }

  it('is nothing at first, and nothing is asked', () => {
    expect(outage.reachable(find)).toBe(null);
    expect(outage.isOver).toBe(true);
    expect(answers).toEqual([]);
  });

  it('is what the last question has found, for ten seconds', async () => {
    await lose();
    nowMs = 10_000;
    expect(outage.reachable(find)).toBe(REACHABLE);
    expect(outage.isOver).toBe(false);
    expect(outage.nodesAway).toEqual(['node-2:5432']);
    expect(answers).toHaveLength(1);
  });

  it('is asked for once by callers at the same time', async () => {
    const asked = [outage.ask(find), outage.ask(find)];
    answers[0]?.(SOME);
    expect(await Promise.all(asked)).toEqual([SOME, SOME]);
    expect(answers).toHaveLength(1);
  });

  it('holds while the process asks again, and until that is answered', async () => {
    await lose();
    nowMs = 10_001;
    expect([outage.reachable(find), outage.reachable(find)]).toEqual([REACHABLE, REACHABLE]);
    expect(answers).toHaveLength(2);
    answers[1]?.(ALL);
    await settle();
    expect(outage.reachable(find)).toBe(null);
    expect(outage.isOver).toBe(true);
  });

  it('is kept if the question fails', async () => {
    await lose();
    nowMs = 10_001;
    outage.reachable(() => Promise.reject(new Error('the coordinator is away')));
    await settle();
    expect(outage.reachable(find)).toBe(REACHABLE);
  });

  it('is told in the log when it begins and when it ends, not in between', async () => {
    await lose();
    for (const [place, found] of [SOME, ALL].entries()) {
      nowMs += 10_001;
      outage.reachable(find);
      answers[place + 1]?.(found);
      await settle();
    }
    expect(logged).toEqual([
      'a node of Citus is away; work on all organisations goes on for those of other nodes',
      'all nodes of Citus answer again',
    ]);
  });
});
