import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KANNEL_USER, missingOfKannel, startKannel } from '../../peers/kannel.ts';
import { HAS_NET_SMPP, startPerlSmsc } from '../../peers/perl-smsc.ts';
import { freePort } from '../../support/programs/free-port.ts';
import { callOnce, post } from '../calls.ts';
import { atLeast, compared, type Finding, median, medianRatio, milliseconds, takeTurns } from '../measure.ts';
import { type Process, startProgram } from '../processes.ts';
import type { Database, Stage } from '../stage.ts';
import { untilDelivered } from './dispatch.ts';
import { openBareSmpp, sendToBareKannel } from './gateway-floors.ts';
import { createTenants, type Tenant } from './tenants.ts';

const WARM_UP_ROUNDS = 1;
const SIZE = 3_000;
const WINDOW = 10;
/** As many calls at once as the Kannel adapter makes by itself. */
const CONNECTIONS = 20;
const MESSAGE = 'Your parcel is on its way.';
const SENDER = 'ACME';

/** Mobile numbers that smsc.pl delivers to. */
const NUMBERS = Array.from({ length: SIZE }, (_, place) => `254711${String(place).padStart(4, '0')}20`);
const BULK = post('/v1/sms/send-bulk/', {
  message: MESSAGE,
  sender_id: SENDER,
  recipients: NUMBERS.map((to) => ({ to })),
});

/** From the bulk call until everybody has been delivered to, through real peers of other people's making. */
export async function benchGateways(stage: Stage, rounds: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (HAS_NET_SMPP) findings.push(await benchSmpp(stage, rounds));
  else console.error('  SMPP is left out: libnet-smpp-perl is not installed on this machine');
  const missing = missingOfKannel();
  if (missing.length === 0) findings.push(await benchKannel(stage, rounds));
  else console.error(`  Kannel is left out: ${missing.join(', ')} are not installed on this machine`);
  return findings;
}

/** A centre for each, since it gives receipts to whoever is bound. */
async function benchSmpp(stage: Stage, rounds: number): Promise<Finding> {
  const [floorCentre, ourCentre] = [await startPerlSmsc(), await startPerlSmsc()];
  stage.onLeave(floorCentre.close);
  stage.onLeave(ourCentre.close);
  const account = { host: '127.0.0.1', system_id: 'postrider', password: 'secret1', window: WINDOW };
  const bare = await openBareSmpp({ ...account, port: floorCentre.port });
  stage.onLeave(async () => bare.close());
  const ours = await startOurs(stage, 'bench_smpp', () => ({
    kind: 'smpp',
    options: { ...account, port: ourCentre.port },
  }));
  return judge(
    `${SIZE} over SMPP until delivered, window ${WINDOW}`,
    'our codec alone, same window, receipts answered',
    atLeast(0.5),
    await takeTurns(
      { floor: () => milliseconds(() => bare.send(NUMBERS, SENDER, MESSAGE)), ours },
      { rounds, warmUpRounds: WARM_UP_ROUNDS },
    ),
  );
}

async function benchKannel(stage: Stage, rounds: number): Promise<Finding> {
  const kannel = await startKannel();
  stage.onLeave(kannel.stop);
  const ours = await startOurs(stage, 'bench_kannel', (apiUrl) => ({
    kind: 'kannel',
    options: {
      url: kannel.url,
      ...KANNEL_USER,
      callback_url: `${apiUrl}/callbacks/carrier`,
      max_connections: CONNECTIONS,
    },
  }));
  const floor = () =>
    sendToBareKannel(kannel.url, KANNEL_USER, {
      numbers: NUMBERS,
      from: SENDER,
      text: MESSAGE,
      connections: CONNECTIONS,
    });
  return judge(
    `${SIZE} through Kannel until delivered`,
    `bare HTTP, ${CONNECTIONS} connections, reports counted`,
    atLeast(0.7),
    await takeTurns({ floor: () => milliseconds(floor), ours }, { rounds, warmUpRounds: WARM_UP_ROUNDS }),
  );
}

function judge(
  work: string,
  floor: string,
  wanted: ReturnType<typeof atLeast>,
  ms: { floor: number[]; ours: number[] },
): Finding {
  const [bare, ours] = [perSecond(ms.floor), perSecond(ms.ours)];
  return compared(
    work,
    { value: median(bare), unit: '/s', note: floor },
    { value: median(ours), unit: '/s', note: 'intake included' },
    medianRatio(ours, bare),
    wanted,
  );
}

const perSecond = (ms: readonly number[]): number[] => ms.map((value) => (SIZE / value) * 1_000);

/** An API and a worker with this gateway alone; what is answered makes them send once more. */
async function startOurs(
  stage: Stage,
  databaseName: string,
  gatewayFor: (apiUrl: string) => object,
): Promise<() => Promise<number>> {
  const database = await stage.createDatabase(databaseName);
  const [tenant] = await createTenants(database, 1, 'live');
  const port = String(await freePort());
  const file = gatewaysFile(stage, gatewayFor(`http://127.0.0.1:${port}`));
  const api = await startProgram(stage, database, 'api', { GATEWAYS_FILE: file, PORT: port });
  const worker = await startProgram(stage, database, 'worker', { GATEWAYS_FILE: file });
  return () => milliseconds(() => send(database, api, worker, tenant as Tenant));
}

async function send(database: Database, api: Process, worker: Process, tenant: Tenant): Promise<void> {
  const { campaign_id } = await callOnce<{ campaign_id: string }>(api.url, BULK, tenant);
  await untilDelivered(database, campaign_id, worker, SIZE);
}

function gatewaysFile(stage: Stage, gateway: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  stage.onLeave(async () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'gateways.json');
  const entry = { name: 'carrier', ...gateway };
  writeFileSync(file, JSON.stringify({ gateways: [entry], routes: [{ gateways: [entry.name] }] }));
  return file;
}
