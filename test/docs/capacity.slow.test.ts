import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { readPage } from './page.js';

const run = promisify(execFile);
const SCRIPT = resolve(import.meta.dirname, '../../deploy/capacity.js');
const { text: page } = readPage('scale.md');

/** In the order of the columns of the page. */
const COSTS = [
  'messageBytes',
  'eventBytes',
  'walBytes',
  'databaseHours',
  'citusHours',
  'workerHours',
  'apiHours',
] as const;

interface Answer {
  readonly one: {
    readonly isEnough: boolean;
    readonly firstLimit: string;
    readonly isDiskAlone: boolean;
    readonly mostADay: Readonly<Record<string, number>>;
  };
  readonly citus: {
    readonly nodes: number;
    readonly decidedBy: string;
    readonly isPossible: boolean;
    readonly firstWall: string;
    readonly installations: number;
    readonly mostOfOneOrganisation: number;
  };
  readonly billion: Readonly<Record<(typeof COSTS)[number], number>>;
}

const start = (words: string) => run(process.execPath, [SCRIPT, ...words.split(' ').filter((word) => word !== '')]);
const calculate = async (words: string) => (await start(words)).stdout;

async function answer(words: string): Promise<Answer> {
  return JSON.parse(await calculate(`${words} --json`)) as Answer;
}

async function refusal(words: string): Promise<{ code: number; stderr: string }> {
  return await start(words).then(
    () => Promise.reject(new Error('It was not refused.')),
    (error: { code: number; stderr: string }) => error,
  );
}

describe('deploy/capacity.js', () => {
  it('knows when one PostgreSQL is enough', async () => {
    const { one } = await answer('--messages-a-day 5M --kept 90d');
    expect(one.isEnough).toBe(true);
  });

  it('names the disk where it is the first limit, and when a larger one would do', async () => {
    const { one } = await answer('--messages-a-day 50M --kept 90d');
    expect(one).toMatchObject({ isEnough: false, firstLimit: 'disk', isDiskAlone: true });
  });

  it('does not call a larger disk enough where housekeeping does not keep up', async () => {
    const { one } = await answer('--messages-a-day 200M --kept 90d');
    expect(one).toMatchObject({ isEnough: false, isDiskAlone: false });
  });

  it('takes as many nodes as housekeeping needs, each of which is slower than one PostgreSQL', async () => {
    const { one, citus } = await answer('--messages-a-day 200M --kept 90d --disk 100TB');
    expect(citus).toMatchObject({ decidedBy: 'housekeeping', isPossible: true });
    expect(citus.nodes).toBeGreaterThan((1.5 * 200e6) / (one.mostADay.housekeeping ?? 0));
  });

  it('does not let an organisation outgrow the housekeeping of its node', async () => {
    const { one, citus } = await answer('--messages-a-day 200M --kept 90d --disk 100TB');
    expect(citus.mostOfOneOrganisation).toBeLessThan(one.mostADay.housekeeping ?? 0);
  });

  it('knows that the one worker that does the housekeeping of all nodes has a limit', async () => {
    const { citus } = await answer('--messages-a-day 3B --kept 90d --disk 100TB --shards 512');
    expect(citus).toMatchObject({ isPossible: false, firstWall: 'housekeeping', installations: 2 });
  });

  it('takes more nodes for more messages, longer retention and smaller disks', async () => {
    const nodes = async (words: string) => (await answer(words)).citus.nodes;
    const [usual, more, longer, smaller] = await Promise.all([
      nodes('--messages-a-day 100M --kept 60d'),
      nodes('--messages-a-day 400M --kept 60d'),
      nodes('--messages-a-day 100M --kept 240d'),
      nodes('--messages-a-day 100M --kept 60d --disk 2TB'),
    ]);
    expect(Math.min(more, longer, smaller)).toBeGreaterThan(3 * usual - 3);
  });

  it('says that more shards are needed than there are', async () => {
    const { citus } = await answer('--messages-a-day 60M --kept 90d --shards 1');
    expect(citus).toMatchObject({ isPossible: false, firstWall: 'shards' });
  });

  it('charges a message on Citus more than on one PostgreSQL, a single send most', async () => {
    const [bulk, single] = await Promise.all([
      answer('--messages-a-day 5M --kept 90d'),
      answer('--messages-a-day 5M --kept 90d --single 100%'),
    ]);
    const factor = ({ billion }: Answer) => billion.citusHours / billion.databaseHours;
    expect(factor(bulk)).toBeGreaterThan(2);
    expect(factor(single)).toBeGreaterThan(2 * factor(bulk));
  });

  it('calculates up to ten billion messages a day, and says that nobody has run them', async () => {
    expect(await calculate('--messages-a-day 10B --kept 30d')).toContain('rates like this were never run');
  });

  it.each([
    ['', '--messages-a-day is missing.'],
    ['--messages-a-day 5M', '--kept is missing.'],
    ['--messages-a-day lots --kept 90d', '--messages-a-day must be a number, such as 5K or 5M or 5B, not "lots".'],
    ['--messages-a-day 5X --kept 90d', '--messages-a-day must be a number, such as 5K or 5M or 5B, not "5X".'],
    ['--messages-a-day 11B --kept 90d', '--messages-a-day must be from 1000 to 10000000000, not 11000000000.'],
    ['--messages-a-day 5M --kept forever', '--kept must be a whole number, such as 5d, not "forever".'],
    ['--messages-a-day 5M --kept 0d', '--kept must be from 1 to 3650, not 0.'],
    ['--messages-a-day 5M --kept 90d --peak 0.5', '--peak must be from 1 to 1000, not 0.5.'],
    ['--messages-a-day 5M --kept 90d --disk 8', '--disk must be from 1000000000 to 1000000000000000, not 8.'],
    ['--messages-a-day 5M --kept 90d --nodes 3', "Unknown option '--nodes'"],
  ])('refuses "%s" in words', async (words, sentence) => {
    const { code, stderr } = await refusal(words);
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

describe('docs/scale.md', () => {
  const examples = [...page.matchAll(/^\$ node deploy\/capacity\.js (.*)\n([\s\S]*?)\n```$/gm)].map(
    ([, words = '', output = '']) => ({ words, output }),
  );

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(1);
  });

  it.each(examples)('shows what the script prints with $words', async ({ words, output }) => {
    expect((await calculate(words)).trimEnd()).toBe(output);
  });

  const limits = [...page.matchAll(/^\| (\w[\w-]*) \| `(.*)` \| ([\d,.]+) million \|$/gm)].map(
    ([, limit = '', words = '', millions = '']) => ({ limit, words, millions: Number(millions.replaceAll(',', '')) }),
  );

  it('has a table of limits', () => {
    expect(limits.length).toBeGreaterThan(4);
  });

  it.each(limits)(
    'tells the limit of $limit with $words as the script calculates it',
    async ({ limit, words, millions }) => {
      const most = (await answer(`--messages-a-day 5M ${words}`)).one.mostADay[limit] ?? Number.NaN;
      expect(Math.abs(most / 1e6 / millions - 1)).toBeLessThan(0.02);
    },
  );

  const costs = [...page.matchAll(/^\| `(--.*?)` \| (.* TB \| .* TB \| .*) \|$/gm)].map(
    ([, words = '', cells = '']) => ({
      words,
      cells: cells.split(' | '),
    }),
  );

  it('has a table of costs', () => {
    expect(costs.length).toBeGreaterThan(2);
  });

  it.each(costs)(
    'tells the costs of a billion messages with $words as the script calculates them',
    async ({ words, cells }) => {
      const { billion } = await answer(`--messages-a-day 5M ${words}`);
      const calculated = COSTS.map((cost) => {
        const value = billion[cost];
        return cost.endsWith('Bytes') ? `${(value / 1e12).toFixed(2)} TB` : Math.round(value).toLocaleString('en');
      });
      expect(cells).toEqual(calculated);
    },
  );
});
