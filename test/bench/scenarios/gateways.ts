import { KANNEL_USER, missingOfKannel, startKannel } from '../../peers/kannel.ts';
import { HAS_NET_SMPP, startPerlSmsc } from '../../peers/perl-smsc.ts';
import { freePort } from '../../support/programs/free-port.ts';
import { callOnce, post } from '../calls.ts';
import { atLeast, comparedRounds, type Finding, milliseconds, takeTurns } from '../measure.ts';
import { type Process, startProgram } from '../processes.ts';
import { type Database, type Stage, writeGatewaysFile } from '../stage.ts';
import { untilDelivered } from './dispatch.ts';
import { openBareSmpp, sendToBareKannel } from './gateway-floors.ts';
import { createTenant, type Tenant } from './tenants.ts';

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
  return comparedRounds(`${SIZE} over SMPP until delivered, window ${WINDOW}`, {
    unit: '/s',
    ...(await takeTurns(rounds, { floor: () => perSecond(bare.send(NUMBERS, SENDER, MESSAGE)), ours })),
    note: 'our codec alone, same window, receipts answered',
    oursNote: 'intake included',
    wanted: atLeast(0.5),
  });
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
  return comparedRounds(`${SIZE} through Kannel until delivered`, {
    unit: '/s',
    ...(await takeTurns(rounds, { floor: () => perSecond(floor()), ours })),
    note: `bare HTTP, ${CONNECTIONS} connections, reports counted`,
    oursNote: 'intake included',
    wanted: atLeast(0.7),
  });
}

async function perSecond(sending: Promise<unknown>): Promise<number> {
  return (SIZE / (await milliseconds(() => sending))) * 1_000;
}

/** An API and a worker with this gateway alone; what is answered makes them send once more. */
async function startOurs(
  stage: Stage,
  databaseName: string,
  gatewayFor: (apiUrl: string) => object,
): Promise<() => Promise<number>> {
  const database = await stage.createDatabase(databaseName);
  const tenant = await createTenant(database, 'live');
  const port = String(await freePort());
  const gateway = { name: 'carrier', ...gatewayFor(`http://127.0.0.1:${port}`) };
  const file = writeGatewaysFile(stage, { gateways: [gateway], routes: [{ gateways: ['carrier'] }] });
  const api = await startProgram(stage, database, 'api', { GATEWAYS_FILE: file, PORT: port });
  const worker = await startProgram(stage, database, 'worker', { GATEWAYS_FILE: file });
  return () => perSecond(send(database, api, worker, tenant));
}

async function send(database: Database, api: Process, worker: Process, tenant: Tenant): Promise<void> {
  const { campaign_id } = await callOnce<{ campaign_id: string }>(api.url, BULK, tenant);
  await untilDelivered(database, campaign_id, worker, SIZE);
}
