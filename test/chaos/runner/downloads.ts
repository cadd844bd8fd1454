import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, insist } from '../../support/fleet/client.js';
import { type Desk, INSIST_MS, isRefusedForNow, someApi } from './calls.js';
import type { Evidence, Verdict } from './judge.js';
import type { Download } from './ledger.js';

/** A slow reader: faults strike while it reads. */
const PAUSE_MS = 30;
const AGAIN_AFTER_MS = 200;

/** Downloads the largest campaign of the customer, on and on with `after` until it is complete. */
export async function downloadCampaign(desk: Desk, client: Client): Promise<void> {
  const calls = desk.ledger.bulk.filter((one) => one.client === client && one.served.length > 0);
  const [call] = calls.toSorted((a, b) => b.numbers.length - a.numbers.length);
  const campaignId = call?.served[0]?.body.campaign_id;
  if (!call || campaignId === undefined) return;
  const path = await createLink(desk, client, campaignId);
  const download: Download = { campaignId, numbers: call.numbers, rows: [], parts: 0 };
  const deadline = Date.now() + INSIST_MS;
  while (!(await readPart(desk, path, download))) {
    if (Date.now() > deadline) return void desk.ledger.odd.push(`the download of ${campaignId} does not end`);
    await sleep(AGAIN_AFTER_MS);
  }
  desk.ledger.downloads.push(download);
}

async function createLink(desk: Desk, client: Client, campaignId: string): Promise<string> {
  const body = { what: 'campaign_messages', format: 'jsonl', campaign_id: campaignId };
  const post = async () => desk.ledger.note(await client.post(`${someApi(desk)}/v1/exports/`, body));
  const { pathname, search } = new URL((await insist(post, isRefusedForNow, INSIST_MS)).body.url);
  return pathname + search;
}

/** Appends the whole rows that arrive. Returns whether the response came to its end. */
async function readPart(desk: Desk, path: string, download: Download): Promise<boolean> {
  const last = download.rows.at(-1);
  download.parts += 1;
  try {
    const response = await fetch(`${someApi(desk)}${path}${last ? `&after=${last.position}` : ''}`);
    if (!response.ok || !response.body) {
      const text = await response.text();
      if (response.status !== 429 && response.status !== 503) desk.ledger.odd.push(`${response.status} ${text}`);
      return false;
    }
    let rest = '';
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) download.rows.push(JSON.parse(line));
      await sleep(PAUSE_MS);
    }
    return true;
  } catch {
    return false;
  }
}

/** R21: an answer that ends has every row, and none twice, however often it was broken off. */
export function judgeDownloads({ ledger }: Evidence): Verdict[] {
  const isWhole = ({ rows, numbers }: Download) => rows.map(({ mobile }) => mobile).join() === numbers.join();
  const wrong = ledger.downloads.filter((download) => !isWhole(download));
  return [
    {
      promise: 'R21',
      what: 'downloads with rows lost, doubled or in another order',
      against: wrong.map(({ campaignId, rows, numbers }) => `${campaignId}: ${rows.length} of ${numbers.length} rows`),
    },
  ];
}
