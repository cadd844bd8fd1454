import { loadPerSecond, mobile, post } from '../calls.ts';
import { atLeast, comparedRounds, type Finding, takeTurns } from '../measure.ts';
import { startEngineServer, startFloorServer, startUnlimitedServer } from '../processes.ts';
import { type Database, type Stage, writeGatewaysFile } from '../stage.ts';
import { createTenants, type Tenant } from './tenants.ts';

const CONNECTIONS = 16;
/** Callers of one organisation, whose sends share transactions. */
const CONNECTIONS_OF_ONE = 50;
const TENANTS = 8;
const CALLS_PER_LOAD = 3_000;
/** What a real engine takes at the very least: it has to encrypt, and to hear from the chat app's server. */
const REAL_ENGINE_MS = 50;
const SLOW_CALLS_PER_LOAD = 1_500;

export const CHAT_MESSAGE = { to: mobile(0), type: 'text', message: 'Your parcel is on its way.' };

/**
 * One chat message a call, sixteen callers of eight organisations at a time, or fifty of one, through the WAHA adapter
 * to an engine on this machine.
 */
export async function benchChatSends(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_chat');
  const tenants = await createTenants(database, TENANTS, 'live');
  await connectPhones(database, tenants);
  const many = { connections: CONNECTIONS, rounds };
  const one = { connections: CONNECTIONS_OF_ONE, rounds };
  return [
    await against(stage, database, tenants, { ...many, delayMs: 0, amount: CALLS_PER_LOAD }),
    await against(stage, database, tenants.slice(0, 1), { ...one, delayMs: 0, amount: CALLS_PER_LOAD }),
    await against(stage, database, tenants, { ...many, delayMs: REAL_ENGINE_MS, amount: SLOW_CALLS_PER_LOAD }),
  ];
}

interface How {
  readonly delayMs: number;
  readonly amount: number;
  readonly connections: number;
  readonly rounds: number;
}

async function against(stage: Stage, database: Database, tenants: Tenant[], how: How): Promise<Finding> {
  const { delayMs, amount, connections, rounds } = how;
  const engine = await startEngineServer(stage, delayMs);
  const floor = await startFloorServer(stage, database, { ENGINE_URL: engine.url });
  const ours = await startUnlimitedServer(stage, database, { GATEWAYS_FILE: wahaAt(stage, engine.url) });
  const send = (url: string, pathOf: (session: string) => string) => () =>
    loadPerSecond(url, ({ organisationId }) => post(pathOf(organisationId), CHAT_MESSAGE), tenants, {
      connections,
      amount,
    });

  const samples = await takeTurns(rounds, {
    floor: send(floor.url, (session) => `/chat/${session}`),
    ours: send(ours.url, (session) => `/v1/chatapp/${session}/send/`),
  });
  const speed = delayMs === 0 ? 'an engine that answers at once' : `an engine that takes ${delayMs} ms`;
  const work = `one chat message, REST, ${speed}, connections and organisations: ${connections} and ${tenants.length}`;
  const note = 'bare Fastify, same upstream call';
  return comparedRounds(work, { unit: '/s', ...samples, note, wanted: atLeast(0.5) });
}

/** A phone for each organisation, with the same id, so that callers need no look-up. */
export async function connectPhones({ superuser }: Database, tenants: readonly Tenant[]): Promise<void> {
  await superuser.query(
    `INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state, phone_number, confirmed_at)
     SELECT id, id, 'bench', 'waha', false, 'connected', '254711000000', now() FROM unnest($1::uuid[]) AS t (id)`,
    [tenants.map(({ organisationId }) => organisationId)],
  );
}

export function wahaAt(stage: Stage, url: string): string {
  const options = { url, api_key: 'bench', callback_secret: 'a secret of this bench' };
  return writeGatewaysFile(stage, { engines: [{ name: 'waha', kind: 'waha', options }] });
}
