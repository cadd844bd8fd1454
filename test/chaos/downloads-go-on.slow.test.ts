import { Agent, get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { FILL_MESSAGES } from '../support/exports.js';
import { withFleet } from '../support/fleet/fleet.js';
import type { Member } from '../support/fleet/fleet-member.js';
import { repeatedly } from '../support/fleet/repeatedly.js';
import { CHAOS_TIMEOUT_MS } from '../support/fleet/run.js';

/** A download of as many has not arrived before its process has stopped. */
const MESSAGES = 200_000;
const HALF = MESSAGES / 2;
/** Of one download; four of them take several times as much of a process that keeps what it has read. */
const ROW_BYTES = 400;
const MEGABYTE = 1024 * 1024;
const KILLS = 3;

interface Stage {
  readonly api: Member;
  /** A link, without the address of the server. */
  readonly path: string;
}

async function withMessages(count: number, work: (stage: Stage) => Promise<void>): Promise<void> {
  await withFleet({}, async (fleet) => {
    const client = await fleet.client();
    fleet.route({ journal: {} }, [[client, 'journal']]);
    await fleet.sql(FILL_MESSAGES, [client.organisationId, null, count, Date.parse('2026-01-01T00:00:00Z')]);
    await fleet.sql('ANALYZE sms_messages');
    const api = await fleet.enlist('api');
    const { body } = await client.post(`${api.url}/v1/exports/`, { what: 'messages', format: 'jsonl' });
    const { pathname, search } = new URL(body.url);
    await work({ api, path: pathname + search });
  });
}

function begin(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent: new Agent() }, resolve).on('error', reject);
  });
}

/** The whole rows that arrive, and whether the response came to its end. */
async function readRows(response: IncomingMessage, onRow: (count: number) => void = () => undefined) {
  const ids: string[] = [];
  let rest = '';
  try {
    for await (const piece of response.setEncoding('utf8')) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        ids.push(JSON.parse(line).message_id);
        onRow(ids.length);
      }
    }
    return { ids, isComplete: response.complete };
  } catch {
    return { ids, isComplete: false };
  }
}

async function memoryOf({ url }: Member): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / MEGABYTE;
}

function expectEveryMessageOnce(ids: readonly string[], count: number): void {
  expect([ids.length, new Set(ids).size]).toEqual([count, count]);
}

describe('a download', () => {
  it(
    'of 100,000 messages takes no more memory than a short one, four at a time',
    () =>
      withMessages(HALF, async ({ api, path }) => {
        const warm = await begin(`${api.url}${path}`);
        await readRows(warm, (count) => {
          if (count === HALF / 10) warm.destroy();
        });
        const before = await memoryOf(api);
        const running = Promise.all(
          Array.from({ length: 4 }, async () => {
            let bytes = 0;
            for await (const piece of await begin(`${api.url}${path}`)) bytes += piece.length;
            return bytes;
          }),
        );
        let peak = 0;
        const watching = repeatedly(async () => (peak = Math.max(peak, await memoryOf(api))), 100);
        const sizes = await running;
        await watching.stop();
        for (const bytes of sizes) expect(bytes).toBeGreaterThan(HALF * ROW_BYTES);
        // The rows alone, if four responses were held in memory, would take 160 MB.
        expect(peak - before).toBeLessThan(130);
      }),
    CHAOS_TIMEOUT_MS,
  );

  it(
    'goes on after kills of the process, without a row lost or doubled',
    () =>
      withMessages(HALF, async ({ api, path }) => {
        let ids: string[] = [];
        let kills = 0;
        let killing = Promise.resolve();
        for (let isComplete = false; !isComplete; ) {
          await killing;
          await api.up();
          const after = ids.length > 0 ? `&after=${ids.at(-1)}` : '';
          const part = await readRows(await begin(`${api.url}${path}${after}`), (count) => {
            if (kills === KILLS || count !== HALF / 8) return;
            kills += 1;
            killing = api.crash();
          });
          ids = ids.concat(part.ids);
          isComplete = part.isComplete;
        }
        expect(kills).toBe(KILLS);
        expectEveryMessageOnce(ids, HALF);
      }),
    CHAOS_TIMEOUT_MS,
  );

  it(
    'is cut off by a process that stops, and goes on at the next',
    () =>
      withMessages(MESSAGES, async ({ api, path }) => {
        let stopping: Promise<void> | undefined;
        const first = await readRows(await begin(`${api.url}${path}`), (count) => {
          if (count > MESSAGES / 8) stopping ??= api.restart();
        });
        // It may have come to its end before.
        expect([first.isComplete, first.ids.length < MESSAGES]).toEqual([false, true]);
        await stopping;
        expect(api.ends().at(-1)).toMatchObject({ code: 0, told: 'SIGTERM' });
        await api.up();
        const rest = await readRows(await begin(`${api.url}${path}&after=${first.ids.at(-1)}`));
        expect(rest.isComplete).toBe(true);
        expectEveryMessageOnce([...first.ids, ...rest.ids], MESSAGES);
      }),
    CHAOS_TIMEOUT_MS,
  );
});
