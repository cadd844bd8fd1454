import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openDatabase } from '../../../src/db/orm.js';
import { lowestIdAt } from '../../../src/lib/ids.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { migrateDatabase } from '../../../src/migrate-database.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { createTestDatabase, isOnCitus } from '../../support/database/database.js';
import { drain, mobile, newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const agedPrefix = (days: number) => lowestIdAt(Date.now() - days * 24 * 3_600_000).slice(0, 13);

describe('conversations', () => {
  const process = useServices();

  it('are deleted with the redaction of their newest message', async () => {
    const context = await newOrganisation(process);
    const { organisationId } = context.caller;
    const receive = async (from: string, key: string) => {
      await receiveInbound(process, 'sandbox', [{ key, from, to: '20880', text: key, organisationId }]);
      await drain(process);
    };
    for (const from of [mobile(1), mobile(2)]) await receive(from, 'old');
    await process.superuser.query(
      `WITH aged AS (
         UPDATE inbound_messages SET id = ($1 || substr(id::text, 14))::uuid WHERE organisation_id = $2
         RETURNING id, conversation_id
       )
       UPDATE conversations c SET last_inbound_id = aged.id FROM aged
       WHERE c.organisation_id = $2 AND c.id = aged.conversation_id`,
      [agedPrefix(31), organisationId],
    );
    await receive(mobile(2), 'new');
    await runHousekeeping(process);
    const { rows } = await process.superuser.query('SELECT party FROM conversations WHERE organisation_id = $1', [
      organisationId,
    ]);
    expect(rows).toEqual([{ party: mobile(2) }]);
  });

  // On Citus the tables of a migration are local until all have run.
  (isOnCitus() ? it.skip : it)(
    'of messages from before there were any are made by the migration, as read',
    async () => {
      const database = await createTestDatabase({ template: 'template0' });
      const superuser = new pg.Pool({ connectionString: database.superuserUrl, max: 1 });
      try {
        const logger = createLogger({ level: 'error', pretty: false });
        const db = await openDatabase({ url: database.url, poolSize: 2, logger });
        await db.orm.migrator.up({ to: '0001-baseline' });
        await db.close();
        await superuser.query(
          `INSERT INTO inbound_messages (organisation_id, id, sender, mobile, own_number, gateway, gateway_key, test, received_at)
         SELECT md5((n % 2)::text)::uuid, md5(n::text)::uuid, CASE WHEN n > 3 THEN 'party ' || n % 20 END, NULL, '20880', 'g',
                n, false, '2026-01-01'::timestamptz + n * interval '1 second'
         FROM generate_series(1, 3300) AS n`,
        );
        await migrateDatabase(database.url, logger);
        const { rows } = await superuser.query(
          `SELECT c.organisation_id, c.party, c.unread, count(*)::int AS messages, max(m.received_at) = c.last_at AS last,
                max(m.id::text) = c.last_inbound_id::text AS newest, c.read_up_to = c.last_inbound_id AS read
         FROM conversations c JOIN inbound_messages m ON m.organisation_id = c.organisation_id AND m.conversation_id = c.id
           AND m.sender = c.party
         GROUP BY c.organisation_id, c.id`,
        );
        expect(rows).toHaveLength(20);
        expect(rows.reduce((sum, { messages }) => sum + messages, 0)).toBe(3_297);
        expect(rows.filter(({ unread, last, newest, read }) => unread !== 0 || !last || !newest || !read)).toEqual([]);
      } finally {
        await superuser.end();
        await database.drop();
      }
    },
  );
});
