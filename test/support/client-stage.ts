import { afterAll, beforeAll, beforeEach, jest } from '@jest/globals';
import { Postrider, PostriderError, type PostriderOptions } from '../../packages/client/src/index.js';
import { type FaultyProxy, startFaultyProxy } from './gateways/faulty-proxy.js';
import { type Server, startServer } from './programs/server.js';

export const SMS = { to: '12025550100', message: 'Hello' };

/** A running server, a proxy before it, and our client of an organisation that is new for each test. */
export interface ClientStage {
  proxy: FaultyProxy;
  organisationId: string;
  apiKey: string;
  postrider: Postrider;
  clientWith(more: object): Postrider;
  countMessages(): Promise<number>;
  whileDatabaseIsAway: Server['whileDatabaseIsAway'];
}

export function useClient(): ClientStage {
  // A start of the real program, which a busy machine makes slow.
  jest.setTimeout(60_000);
  let server: Server;
  const stage = {
    clientWith: (more) => new Postrider({ ...options(), ...more } as PostriderOptions),
    async countMessages() {
      const sql = 'SELECT id FROM sms_messages WHERE organisation_id = $1';
      return (await server.sql(sql, [stage.organisationId])).length;
    },
    whileDatabaseIsAway: (run) => server.whileDatabaseIsAway(run),
  } as ClientStage;
  const options = () => ({ url: stage.proxy.url, apiKey: stage.apiKey, organisationId: stage.organisationId });

  beforeAll(async () => {
    server = await startServer({ ALLOW_PRIVATE_NETWORK_URLS: 'true' });
    stage.proxy = await startFaultyProxy(server.url);
  });
  afterAll(async () => {
    await stage.proxy?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    const headers = await server.customer();
    stage.apiKey = headers.authorization.slice('Bearer '.length);
    stage.organisationId = headers['x-organisation-id'];
    stage.proxy.react = () => undefined;
    stage.proxy.seen.length = 0;
    stage.postrider = stage.clientWith({});
  });
  return stage;
}

/** The error of a call, which must be the client's own. */
export async function failureOf(call: Promise<unknown>): Promise<PostriderError> {
  const [result] = await Promise.allSettled([call]);
  if (result?.status !== 'rejected') throw new Error('The call did not fail.');
  if (result.reason instanceof PostriderError) return result.reason;
  throw result.reason;
}
