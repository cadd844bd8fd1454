import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Database } from '../../src/db/database.js';
import { readRows } from '../../src/db/lists/list.js';
import { openDatabase } from '../../src/db/orm.js';
import type { OrganisationSql } from '../../src/db/postgres/transaction.js';
import { GROUPS } from '../../src/db/sql/chat/groups.js';
import { insertAuditEntry } from '../../src/db/sql/people/audit-entries.js';
import { findInvitationTo, putInvitation, takeInvitation } from '../../src/db/sql/people/invitations.js';
import { isMember } from '../../src/db/sql/people/memberships.js';
import { type OrganisationSettings, updateOrganisationRow } from '../../src/db/sql/people/organisations.js';
import { lockSuppression, SUPPRESSIONS } from '../../src/db/sql/sms/recipients/suppressions.js';
import { insertSenderId } from '../../src/db/sql/sms/senders/sender-ids.js';
import { insertWebhook, replaceSecret, updateWebhookRow } from '../../src/db/sql/webhooks/endpoints.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';

const ID = '01970000-0000-7000-8000-000000000001';
const EMAIL = 'quartz@example.com';
const MOBILE = '254711987654';
const WORD = 'jackdaw';
const SECRET = Buffer.from('nymph');
const ENCODED_SECRET = SECRET.toString('hex');

let database: TestDatabase;
let superuser: Client;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  superuser = new Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  // The defaults of PostgreSQL, in place of what the embedded server has.
  for (const setting of [`log_min_error_statement = 'error'`, `log_error_verbosity = 'default'`]) {
    await superuser.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET ${setting}`);
  }
  db = await openDatabase({
    url: database.url,
    poolSize: 1,
    logger: createLogger({ level: 'silent', pretty: false }),
  });
});
afterAll(async () => {
  await db.close();
  await superuser.end();
  await database.drop();
});

const slice = { size: 1, backwards: false, from: null };
const actor = { kind: 'person', id: ID, name: EMAIL } as const;
const webhook = { id: ID, url: WORD, description: WORD, types: null, test: false, secret: SECRET };
const invitation = {
  id: ID,
  email: EMAIL,
  role: 'owner',
  token_hash: SECRET,
  invited_by: EMAIL,
  days: 7,
} as const;

const serverLog = process.env.POSTRIDER_TEST_SERVER_LOG;
if (!serverLog)
  process.stderr.write('SKIPPED: what PostgreSQL logs. The server was given, and its log is elsewhere.\n');

(serverLog ? it : it.skip).each<[string, (tx: OrganisationSql) => Promise<unknown>]>([
  ['insert into "invitations"', (tx) => putInvitation(tx, invitation)],
  ['from "invitations"', (tx) => findInvitationTo(tx, EMAIL)],
  ['delete from "invitations"', (tx) => takeInvitation(tx, SECRET)],
  ['from "memberships"', (tx) => isMember(tx, EMAIL)],
  ['from "suppressions"', (tx) => readRows(tx, SUPPRESSIONS, { mobile: MOBILE }, slice)],
  ['for update', (tx) => lockSuppression(tx, { mobile: MOBILE, senderId: WORD })],
  ['from "chat_groups"', (tx) => readRows(tx, GROUPS, { sessionId: ID, search: WORD }, slice)],
  ['insert into "sender_ids"', (tx) => insertSenderId(tx, { id: ID, name: WORD, countries: null }, 1)],
  ['INSERT INTO webhook_endpoints', (tx) => insertWebhook(tx, webhook, 1)],
  ['set "url"', (tx) => updateWebhookRow(tx, { id: ID, url: '' }, { ...webhook, status: null })],
  ['set "previous_secret"', (tx) => replaceSecret(tx, ID, SECRET, 1)],
  [
    'update "organisations"',
    (tx) => {
      const settings: OrganisationSettings = {
        name: WORD,
        retentionDays: null,
        messageRetentionDays: null,
        enforceSenderIds: false,
        timeZone: 'UTC',
        pauseOnFailures: false,
        smartEncoding: false,
        stopScope: 'all',
      };
      return updateOrganisationRow(tx, settings);
    },
  ],
  [
    'insert into "audit_entries"',
    (tx) =>
      insertAuditEntry(
        tx,
        ID,
        { actor, address: WORD },
        { action: 'member.left', subjectId: WORD, before: { email: EMAIL } },
      ),
  ],
])('a failed statement is in the log of a server with default settings without its values: %s', async (text, query) => {
  const before = readLog().length;
  const failed = db.inOrganisation(ID, async (tx) => {
    // After the first error PostgreSQL refuses each statement, and logs it.
    const refused: OrganisationSql = {
      organisationId: ID,
      sql: (statement, values) => tx.sql<never>(statement, values).catch(() => []),
      query: (compiled) => tx.query<never>(compiled).catch(() => []),
    };
    await refused.sql('SELECT 1 / 0');
    await query(refused).catch(() => undefined);
  });
  await expect(failed).rejects.toThrow('rolled back');
  const logged = readLog().slice(before);
  expect(logged).toContain('current transaction is aborted');
  expect(logged).toContain(text);
  for (const value of [EMAIL, MOBILE, WORD, ENCODED_SECRET]) expect(logged).not.toContain(value);
});

function readLog(): string {
  return readFileSync(serverLog ?? '', 'utf8');
}
