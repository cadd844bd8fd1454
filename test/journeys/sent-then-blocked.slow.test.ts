import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Server, startServer } from '../support/programs/server.js';

// A start of the real program, which a busy machine makes slow.
jest.setTimeout(60_000);

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

it('a recipient with the status sent can have the message_status blocked, as the specification says', async () => {
  const headers = { ...(await server.customer()), 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { campaign_id: string; results: unknown[] };
  };
  const recipients = ['12025550124', '12025550116', '12025550100'];
  const { campaign_id } = await post('/v1/sms/send-bulk/', { message: 'Hello', recipients });
  let results: unknown[] = [];
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(50)) {
    ({ results } = await post('/v1/sms/campaigns/messages/', { campaign_id, page_size: '1000' }));
    if (!/"(queued|sent)","delivery_code/.test(JSON.stringify(results))) break;
  }
  const error = 'Recipient is on the do-not-disturb registry';
  expect(results).toEqual([
    { mobile: '12025550124', status: 'sent', message_status: 'blocked', delivery_code: 409, error },
    { mobile: '12025550116', status: 'failed', message_status: 'blocked', delivery_code: 409, error },
    { mobile: '12025550100', status: 'sent', message_status: 'delivered', delivery_code: 100, error: null },
  ]);
});
