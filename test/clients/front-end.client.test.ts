import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readPage } from '../docs/page.js';
import { freePort } from '../support/programs/free-port.js';
import { useCustomer } from './use-customer.js';

const stage = useCustomer();
let backend: ChildProcess;
let environment: Record<string, string>;

beforeAll(async () => {
  const { server, headers, folder } = stage;
  const port = await freePort();
  environment = {
    POSTRIDER_URL: server.url,
    POSTRIDER_KEY: headers.authorization.replace('Bearer ', ''),
    POSTRIDER_ORGANISATION: headers['x-organisation-id'],
    PORT: String(port),
  };
  const page = readPage('front-ends.md');
  folder.write('front-end.ts', page.code('front-end.ts'));
  backend = spawn(process.execPath, [folder.write('backend.ts', page.code('backend.ts'))], { env: environment });
  while (!(await fetch(`http://127.0.0.1:${port}/token`).catch(() => null))) await sleep(50);
});
afterAll(() => void backend?.kill());

/** What a page does with the client: it asks, sends, and follows. */
const PAGE = `
import { connect } from './front-end.ts';
const { POSTRIDER_URL, POSTRIDER_KEY, POSTRIDER_ORGANISATION, PORT } = process.env;
const client = connect(POSTRIDER_URL, POSTRIDER_ORGANISATION, 'http://127.0.0.1:' + PORT);
const viewer = await client.query('{ viewer { scopes accessToken { expiresAt } } }', {}).toPromise();
const refused = await client
  .mutation('mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { id } } }', {})
  .toPromise();
const headers = { authorization: 'Bearer ' + POSTRIDER_KEY, 'x-organisation-id': POSTRIDER_ORGANISATION };
const send = () =>
  fetch(POSTRIDER_URL + '/v1/sms/send/', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '12025550100', message: 'Hi' }),
  });
const timer = setInterval(send, 300);
const event = await new Promise((resolve) =>
  client.subscription('subscription { messageStatusChanged { type } }', {}).subscribe(resolve));
clearInterval(timer);
console.log(JSON.stringify({
  scopes: viewer.data.viewer.scopes,
  expiresAt: viewer.data.viewer.accessToken.expiresAt,
  refused: refused.error.graphQLErrors[0].extensions.code,
  event: event.data.messageStatusChanged.type,
}));
process.exit();
`;

it('the page and the server of docs/front-ends.md read and follow messages without a key in the page', async () => {
  const page = stage.folder.write('page.ts', PAGE);
  const { stdout } = await promisify(execFile)(process.execPath, [page], { env: environment, timeout: 30_000 });
  expect(JSON.parse(stdout)).toEqual({
    scopes: ['SMS_READ'],
    expiresAt: expect.any(String),
    refused: 'FORBIDDEN',
    event: expect.stringMatching(/^SMS_/),
  });
});
