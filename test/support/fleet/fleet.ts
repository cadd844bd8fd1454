import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { openDatabase } from '../../../src/db/orm.js';
import { decodeReference } from '../../../src/domain/sms/reference.js';
import { type KeyMode, SCOPES } from '../../../src/domain/vocabulary.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { createApiKey } from '../../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../../src/operations/people/organisations.js';
import { atTheEnd } from '../at-the-end.js';
import { createTestDatabase, type TestDatabase } from '../database/database.js';
import { EVENTS } from '../events.js';
import type { Behaviour } from '../gateways/journal-gateway-behaviour.js';
import { type Acceptance, type JournalGateway, startJournalGateway } from '../gateways/start-journal-gateway.js';
import { GATEWAY_SECRET, IMPATIENCE } from '../programs/impatience.js';
import { type Client, createClient } from './client.js';
import type { Sql } from './counts.js';
import { enlist, type Member, type MemberOptions, quietPort } from './fleet-member.js';
import type { Witness } from './run.js';

/** Real processes of the program on one database, with a gateway that keeps a journal: a small installation. */
export interface Fleet extends Witness {
  readonly journal: JournalGateway;
  /** One more gateway with a journal of its own. Make it before `route`. */
  addJournal(behaviour: Partial<Behaviour>): Promise<JournalGateway>;
  /** What the gateways took over, message by message. */
  acceptances(): Promise<JournalEntry[]>;
  /** An organisation of its own, with a key. Make it before `route`. */
  client(mode?: KeyMode): Promise<Client>;
  /** Which gateways there are, who uses which, in which order, and others of their file. Before the first process. */
  route(
    gateways: Readonly<Record<string, GatewayTraits>>,
    routes: readonly ClientRoute[],
    others?: { readonly engines?: readonly object[]; readonly numbers?: readonly object[] },
  ): void;
  enlist(role: 'all' | 'api' | 'worker', options?: Partial<MemberOptions>): Promise<Member>;
  sql: Sql;
  stop(): Promise<void>;
}

export type ClientRoute = readonly [Client, ...gateways: string[]];

export interface GatewayTraits {
  /** Not the fleet's first. */
  readonly journal?: JournalGateway;
  readonly batch_size?: number;
  readonly rate_per_second?: number;
  readonly concurrency?: number;
  readonly reports_carry_reference?: boolean;
  readonly idempotent_reference?: boolean;
  readonly lookup_settle_seconds?: number;
  readonly timeout_ms?: number;
}

export interface JournalEntry extends Acceptance {
  readonly messageId: string;
  readonly organisationId: string;
}

export interface FleetOptions {
  readonly database?: TestDatabase;
  /** Where the program finds the database, if not at its own address. */
  readonly databaseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly journal?: Partial<Behaviour>;
}

const SECRET_KEY = 'a secret of the chaos tests that is long enough';
const GATEWAY_TIMEOUT_MS = 1_000;

const assembled = new Set<Fleet>();

// Also when a test ran out of time: nothing may outlive its file.
atTheEnd(async () => {
  for (const fleet of assembled) await fleet.stop();
});

export async function assembleFleet(options: FleetOptions = {}): Promise<Fleet> {
  const database = options.database ?? (await createTestDatabase());
  const journals: JournalGateway[] = [];
  const addJournal = async (behaviour: Partial<Behaviour>) => {
    // A port that nobody takes while the gateway has closed it.
    const port = await quietPort();
    const added = await startJournalGateway({ idempotent: false, secret: GATEWAY_SECRET, ...behaviour }, { port });
    journals.push(added);
    return added;
  };
  const journal = await addJournal(options.journal ?? {});
  const folder = mkdtempSync(join(tmpdir(), 'postrider-fleet-'));
  const gatewaysFile = join(folder, 'gateways.json');
  const pool = new Pool({ connectionString: database.superuserUrl, max: 3, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => undefined);
  const db = await openDatabase({ url: database.url, poolSize: 2, logger: SILENT });
  const members: Member[] = [];
  const env: Record<string, string> = { ...IMPATIENCE, SECRET_KEY, DATABASE_URL: options.databaseUrl ?? database.url };
  Object.assign(env, options.env);

  const fleet: Fleet = {
    journal,
    sql: async (text, parameters = []) => (await pool.query(text, parameters)).rows,
    addJournal,
    async acceptances() {
      const all = await Promise.all(journals.map((each) => each.journal()));
      return all.flatMap(({ acceptances }) => acceptances.map(toEntry));
    },
    async client(mode = 'live') {
      const { id: organisationId } = await createOrganisation({ db }, { name: 'A customer' });
      const wanted = { organisationId, name: 'A key', mode, scopes: SCOPES };
      const { key } = await createApiKey({ db, secretKey: SECRET_KEY }, wanted);
      return createClient(organisationId, key);
    },
    route(gateways, routes, others = {}) {
      writeFileSync(gatewaysFile, JSON.stringify({ ...describeGateways(journal.url, gateways, routes), ...others }));
      env.GATEWAYS_FILE = gatewaysFile;
    },
    async enlist(role, { envOfLife = () => ({}), ...more } = {}) {
      const member = await enlist(role, { ...more, envOfLife: (life) => ({ ...env, ...envOfLife(life) }) });
      members.push(member);
      return member;
    },
    history: (messageId) => tellHistory(fleet, messageId),
    lastWords: () => members.map((member) => `${member.role} ${member.url}:\n${member.lastWords()}`).join('\n'),
    async stop() {
      assembled.delete(fleet);
      await Promise.all(members.map((member) => member.dismiss()));
      await Promise.all(journals.map((each) => each.stop()));
      await db.close();
      await pool.end();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  assembled.add(fleet);
  return fleet;
}

/** For as long as `work` takes. */
export async function withFleet(options: FleetOptions, work: (fleet: Fleet) => Promise<void>): Promise<void> {
  const fleet = await assembleFleet(options);
  try {
    await work(fleet);
  } finally {
    await fleet.stop();
  }
}

const SILENT = createLogger({ level: 'silent', pretty: false });

function describeGateways(
  url: string,
  gateways: Readonly<Record<string, GatewayTraits>>,
  routes: readonly ClientRoute[],
) {
  return {
    gateways: Object.entries(gateways).map(
      ([name, { journal, reports_carry_reference, idempotent_reference, lookup_settle_seconds, ...pace }]) => ({
        name,
        kind: 'http',
        timeout_ms: GATEWAY_TIMEOUT_MS,
        ...pace,
        options: {
          url: `${journal?.url ?? url}/${name}`,
          secret: GATEWAY_SECRET,
          capabilities: { reports_carry_reference, idempotent_reference, lookup_settle_seconds },
        },
      }),
    ),
    routes: routes.map(([client, ...gateways]) => ({ organisation_id: client.organisationId, gateways })),
  };
}

function toEntry(acceptance: Acceptance): JournalEntry {
  const reference = decodeReference(acceptance.reference);
  if (!reference) throw new Error(`The journal has a reference that is none of ours: ${acceptance.reference}`);
  return { ...acceptance, messageId: reference.messageId, organisationId: reference.organisationId };
}

const LONGEST_ROW = 1_000;

async function tellHistory({ sql, acceptances }: Fleet, messageId: string): Promise<string> {
  const [message] = await sql<{ mobile: string }>('SELECT * FROM sms_messages WHERE id = $1', [messageId]);
  const attempts = await sql('SELECT * FROM sms_attempts WHERE message_id = $1 ORDER BY number', [messageId]);
  const events = await sql(`SELECT * FROM ${EVENTS} AS e WHERE subject_id = $1 ORDER BY sequence`, [messageId]);
  const due = await sql('SELECT * FROM sms_due WHERE $1 = ANY (message_ids)', [messageId]);
  // Also of other messages to this number: one may send the other again.
  const journal = (await acceptances()).filter(({ to }) => to === message?.mobile);
  const chapters = { message: message ? [message] : [], attempts, events, due, journal };
  return Object.entries(chapters)
    .flatMap(([name, rows]) =>
      (rows.length > 0 ? rows : ['none']).map((row) => `${name}: ${JSON.stringify(row).slice(0, LONGEST_ROW)}`),
    )
    .join('\n');
}
