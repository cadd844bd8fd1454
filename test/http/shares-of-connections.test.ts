import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { eventually } from '../support/wait.js';
import { type Answer, type Customer, useApi } from './start-api.js';

// The lock is taken at the coordinator.
const api = useApi({ CONNECT_TO_NODES: 'false' });
let busy: Customer;
let holder: PoolClient;
let isHeld = false;

beforeEach(async () => {
  busy = await api.customer();
  holder = await api.services.db.pool.connect();
  await holder.query(
    `BEGIN; SET LOCAL postrider.organisation = '${busy.organisationId}';
     SELECT 1 FROM organisations WHERE organisation_id = '${busy.organisationId}' FOR UPDATE`,
  );
  isHeld = true;
});
afterEach(release);

async function release(): Promise<void> {
  if (isHeld) await holder.query('ROLLBACK');
  if (isHeld) holder.release();
  isHeld = false;
}

const rename = (customer: Customer): Promise<Answer> =>
  customer.call('POST', '/graphql', {
    query: 'mutation ($name: String) { updateOrganisation(input: { name: $name }) { organisation { name } } }',
    variables: { name: 'Another name' },
  });
const listMessages = (customer: Customer) => customer.call('GET', '/v1/sms/messages/?page_size=1');

const countLockWaits = async () => {
  const [row] = await api.sql<{ waits: number }>(
    `SELECT count(*)::int AS waits FROM pg_stat_activity
     WHERE datname = current_database() AND usename = 'postrider' AND wait_event_type = 'Lock'`,
  );
  return row?.waits ?? 0;
};

it('calls of an organisation that wait for its lock leave connections for others, who find one at once', async () => {
  const other = await api.customer();
  const renamed = Array.from({ length: 30 }, () => rename(busy));
  await eventually('calls wait for the lock', async () => (await countLockWaits()) >= 8 || undefined);
  const startedAt = performance.now();
  for (let call = 0; call < 5; call += 1) expect(await listMessages(other)).toMatchObject({ status: 200 });
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  expect(await countLockWaits()).toBe(8);
  await release();
  for (const answer of await Promise.all(renamed)) expect(answer.status).toBe(200);
});
