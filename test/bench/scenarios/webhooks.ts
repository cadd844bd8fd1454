import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { makeWebhookSecret, signedHeaders, signingKey } from '../../../src/domain/events/signature.js';
import { newId } from '../../../src/lib/ids.js';
import { sealSecret } from '../../../src/operations/webhooks/sealed-secrets.js';
import { BULK_SIZE, callOnce, calls } from '../calls.ts';
import { discard } from '../features.ts';
import { atLeast, atMost, comparedRounds, type Finding, takeTurns } from '../measure.ts';
import { type Process, startApiAndWorker, startReceiverServer } from '../processes.ts';
import { type Database, SECRET_KEY, type Stage } from '../stage.ts';
import { dispatchOurs, untilDelivered } from './dispatch.ts';
import { createBulkCallers, createTenant, type Tenant } from './tenants.ts';

/** As many as the program makes to one endpoint at a time. */
const CALLS_AT_ONCE = 10;
const POLL_INTERVAL_MS = 20;
const TIMEOUT_MS = 120_000;
const LONG_AGO = '2000-01-01T00:00:00Z';
/** Local receivers are allowed. */
const SETTINGS = { ALLOW_PRIVATE_NETWORK_URLS: 'true', LOG_LEVEL: 'error' };

export async function benchWebhooks(stage: Stage, rounds: number): Promise<Finding[]> {
  return [await benchDeliveries(stage, rounds), ...(await benchLog(stage, rounds))];
}

/**
 * Ten thousand events of a campaign to one endpoint, against a loop that posts the same bodies with the same headers.
 */
async function benchDeliveries(stage: Stage, rounds: number): Promise<Finding> {
  const database = await stage.createDatabase('bench_webhooks');
  const tenant = await createTenant(database);
  const receiver = await startReceiverServer(stage);
  const { api, worker } = await startApiAndWorker(stage, database, SETTINGS);
  const { campaign_id } = await callOnce<{ campaign_id: string }>(api.url, calls.bulkByRest, tenant);
  await untilDelivered(database, campaign_id, worker);
  const endpointId = await addEndpoint(database, tenant, receiver, ['sms.delivered']);
  await untilTaken(receiver);

  const agent = new Agent({ connections: CALLS_AT_ONCE });
  stage.onLeave(() => agent.close());
  const samples = await takeTurns(rounds, {
    floor: () => postAll(agent, receiver),
    ours: () => deliverAll(database, api, tenant, receiver, endpointId),
  });
  const note = 'bare undici loop, same bodies, 10 at once';
  return comparedRounds('post 10,000 events to a webhook', { unit: '/s', ...samples, note, wanted: atLeast(0.5) });
}

/** What appending events, and posting them, adds to a dispatch. */
async function benchLog(stage: Stage, rounds: number): Promise<Finding[]> {
  const [without, log, posted] = [
    await stand(stage, 'bench_without_log', rounds),
    await stand(stage, 'bench_log', rounds),
    await stand(stage, 'bench_posted_log', rounds),
  ];
  // Nothing can switch the log off; here its rows are thrown away as they are written.
  await without.database.superuser.query(discard('events', 'INSERT'));
  const receiver = await startReceiverServer(stage);
  for (const tenant of posted.tenants) await addEndpoint(posted.database, tenant, receiver, null);

  const samples = await takeTurns(rounds, { without: without.dispatch, log: log.dispatch, posted: posted.dispatch });
  const times = (work: keyof typeof samples) => samples[work].map(({ ms }) => ms);
  const against = (work: string, who: 'log' | 'posted', wanted: number) =>
    comparedRounds(work, {
      unit: 'ms',
      floor: times('without'),
      note: 'the same, its events thrown away',
      ours: times(who),
      wanted: atMost(wanted),
    });
  return [
    against('dispatch 10,000 with the event log', 'log', 1.3),
    against('dispatch 10,000 while a webhook gets every event', 'posted', 2),
  ];
}

async function stand(stage: Stage, name: string, rounds: number) {
  const database = await stage.createDatabase(name);
  const { tenants, next } = await createBulkCallers(database, rounds + 1);
  const { api, worker } = await startApiAndWorker(stage, database, SETTINGS);
  return { database, tenants, dispatch: () => dispatchOurs(database, api, worker, next()) };
}

/** For tests, as the tenants of benches are; gets the whole log. */
async function addEndpoint(
  { superuser }: Database,
  { organisationId }: Tenant,
  receiver: Process,
  types: readonly string[] | null,
): Promise<string> {
  const id = newId();
  const secret = sealSecret({ secretKey: SECRET_KEY }, organisationId, id, makeWebhookSecret());
  await superuser.query(
    `INSERT INTO webhook_endpoints (organisation_id, id, url, types, test, secret, last_sequence)
     VALUES ($1, $2, $3, $4, true, $5, 0)`,
    [organisationId, id, `${receiver.url}/hook`, types, secret],
  );
  return id;
}

async function postAll(agent: Agent, receiver: Process): Promise<number> {
  await forget(receiver);
  const keys = [signingKey(makeWebhookSecret())];
  const calls = Array.from({ length: BULK_SIZE }, (_, place) => {
    const subject = { message_id: newId(), campaign_id: newId(), status: 'delivered', delivery_code: 100 };
    const rest = { reference: null, test: true, corrected: false, sequence: place + 1, revision: 2 };
    const data = { ...subject, ...rest };
    const body = JSON.stringify({ type: 'sms.delivered', timestamp: new Date().toISOString(), data });
    const signed = signedHeaders(keys, { id: `evt_${newId().slice(0, 24)}`, body, sentAt: new Date() });
    return { body, headers: { ...signed, 'user-agent': 'Postrider/0.2.0' } };
  });
  let next = 0;
  const lane = async () => {
    while (next < calls.length) {
      const call = calls[next++];
      const { body } = await agent.request({ origin: receiver.url, path: '/hook', method: 'POST', ...call });
      await body.text();
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, lane));
  return untilTaken(receiver);
}

/** What was delivered is delivered once more, as its organisation may ask; as if for the first time. */
export async function deliverAll(
  { superuser }: Database,
  api: Process,
  tenant: Tenant,
  receiver: Process,
  endpointId: string,
): Promise<number> {
  await forget(receiver);
  await superuser.query('TRUNCATE webhook_deliveries');
  const path = `/v1/webhooks/${endpointId}/redeliver/`;
  await callOnce(api.url, { method: 'POST', path, body: JSON.stringify({ since: LONG_AGO }) }, tenant);
  return untilTaken(receiver);
}

async function forget(receiver: Process): Promise<void> {
  await fetch(receiver.url, { method: 'DELETE' });
}

/** How many a second, between the first and the last. */
export async function untilTaken(receiver: Process): Promise<number> {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
    const { taken, ms } = (await (await fetch(receiver.url)).json()) as { taken: number; ms: number };
    if (taken >= BULK_SIZE) return ((taken - 1) / ms) * 1000;
  }
  throw new Error('The receiver did not get every event.');
}
