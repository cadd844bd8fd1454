import { setTimeout as sleep } from 'node:timers/promises';
import { BULK_SIZE, callOnce, calls } from './calls.ts';
import { comparedRounds, type Finding, takeTurns } from './measure.ts';
import { type Settings, startApiAndWorker } from './processes.ts';
import { createBulkCallers, type Tenant } from './scenarios/tenants.ts';
import { type Database, listen, type Stage } from './stage.ts';

const WARM_UP_ROUNDS = 2;
const POLL_INTERVAL_MS = 10;
const TIMEOUT_MS = 120_000;
/** Messages are claimed, settled and folded by lines of the agenda of so many, each as a whole. */
const LINE = 500;

/**
 * None of these can be switched off in the product. Here the database throws away what a feature writes, or does not
 * check. The event log has its row in webhooks.ts.
 */
const WITHOUT: Readonly<Record<string, string>> = {
  'counts and curve': `${discard('campaign_progress', 'UPDATE')}; ${discard('campaign_timeline', 'INSERT')}`,
  'row level security': `DO $$ DECLARE name regclass; BEGIN
    FOR name IN SELECT oid FROM pg_class WHERE relrowsecurity LOOP
      EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', name);
    END LOOP;
  END $$`,
};

/** What is written there is thrown away. */
export function discard(table: string, what: 'INSERT' | 'UPDATE'): string {
  return `
    CREATE OR REPLACE FUNCTION discard() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER discard BEFORE ${what} ON ${table} FOR EACH ROW EXECUTE FUNCTION discard()`;
}

/** What each feature on the hot path adds to dispatching a campaign of 10,000. */
export async function benchFeatures(stage: Stage, rounds: number): Promise<Finding[]> {
  const whole = await stand(stage, 'bench_whole', rounds);
  const findings: Finding[] = [];
  for (const [place, [feature, switchOff]] of Object.entries(WITHOUT).entries()) {
    const reduced = await stand(stage, `bench_reduced_${place}`, rounds, { switchOff });
    findings.push(await compare(feature, { without: reduced, with: whole }, rounds));
  }
  // A collector that throws away what it gets.
  const endpoint = await listen(stage, (request, response) => request.resume().on('end', () => response.end('{}')));
  const traced = await stand(stage, 'bench_traced', rounds, { settings: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  findings.push(await compare('traces of everything', { without: whole, with: traced }, rounds));
  return findings;
}

type Round = () => Promise<number>;

async function compare(feature: string, sides: { without: Round; with: Round }, rounds: number): Promise<Finding> {
  const samples = await takeTurns(rounds, sides, { warmUpRounds: WARM_UP_ROUNDS });
  const [floor, ours] = [samples.without, samples.with];
  return comparedRounds(`dispatch of 10,000 with ${feature}`, { unit: 'ms', floor, note: 'without', ours });
}

interface StandOptions {
  readonly switchOff?: string;
  readonly settings?: Settings;
}

async function stand(
  stage: Stage,
  name: string,
  rounds: number,
  { switchOff = '', settings = {} }: StandOptions = {},
): Promise<Round> {
  const database = await stage.createDatabase(name);
  await database.superuser.query(switchOff);
  const calls = (Object.keys(WITHOUT).length + 1) * (rounds + WARM_UP_ROUNDS);
  const { next } = await createBulkCallers(database, calls);
  const { api } = await startApiAndWorker(stage, database, settings);
  return () => dispatch(database, api.url, next());
}

async function dispatch(database: Database, url: string, tenant: Tenant): Promise<number> {
  const { campaign_id } = await callOnce<{ campaign_id: string }>(url, calls.bulkByRest, tenant);
  const startedAt = performance.now();
  await untilLinesDelivered(database, tenant, campaign_id);
  return performance.now() - startedAt;
}

/** By the last message of each line, since there may be no counts to look at. */
async function untilLinesDelivered({ superuser }: Database, { organisationId }: Tenant, campaignId: string) {
  const lasts = Array.from({ length: BULK_SIZE / LINE }, (_, line) => (line + 1) * LINE - 1);
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
    const { rows } = await superuser.query<{ delivered: number }>({
      name: 'lines',
      text: `SELECT count(*)::int AS delivered FROM sms_messages
             WHERE organisation_id = $1 AND campaign_id = $2 AND position = ANY ($3) AND status = 'delivered'`,
      values: [organisationId, campaignId, lasts],
    });
    if (rows[0]?.delivered === lasts.length) return;
  }
  throw new Error(`A campaign was not delivered within ${TIMEOUT_MS / 1000} seconds.`);
}
