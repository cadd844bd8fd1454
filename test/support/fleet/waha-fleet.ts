import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_KEY, PHONE, startWahaPeer, type WahaPeer } from '../../gateways/waha/peer.js';
import { eventually } from '../wait.js';
import { type Client, insist } from './client.js';
import { type Fleet, withFleet } from './fleet.js';

/** A fleet whose only chat engine is a WAHA, for as long as `work` takes. */
export async function withWaha(
  work: (fleet: Fleet, peer: WahaPeer) => Promise<void>,
  options: { readonly timeout_ms?: number } = {},
): Promise<void> {
  const peer = await startWahaPeer();
  const folder = mkdtempSync(join(tmpdir(), 'postrider-chat-'));
  const file = join(folder, 'gateways.json');
  writeFileSync(file, JSON.stringify({ engines: [describeEngine(peer, options)] }));
  try {
    await withFleet({ env: { GATEWAYS_FILE: file } }, (fleet) => work(fleet, peer));
  } finally {
    await peer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The peer as GATEWAYS_FILE names it. */
export function describeEngine({ url }: WahaPeer, more: { readonly timeout_ms?: number } = {}) {
  const options = { url, api_key: API_KEY, callback_secret: 'a secret of engine and program', ...more };
  return { name: 'waha', kind: 'waha', options };
}

/** A session of the client with a phone that has scanned its code; answers its id. */
export async function connectPhone(url: string, client: Client, peer: WahaPeer): Promise<string> {
  const query = `mutation { createSession(input: { name: "A phone" }) { session { id } } }`;
  const made = await insist(
    () => client.post(`${url}/graphql`, { query }),
    ({ status }) => status !== 200,
  );
  const id: string = made.body.data.createSession.session.id;
  const session = peer.sessions.get(id);
  if (!session) throw new Error('The engine does not know the session.');
  session.phone = PHONE;
  await peer.enter(session, 'WORKING');
  await eventually('the phone is connected', async () => {
    const { body } = await client.call('GET', `${url}/v1/chatapp/phones/`);
    return body.results[0].connected || undefined;
  });
  return id;
}
