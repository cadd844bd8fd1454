import { beforeEach, describe, expect, it } from '@jest/globals';
import { listRetentions } from '../../../src/db/sql/upkeep/housekeeping.js';
import { LOWEST_ID } from '../../../src/lib/ids.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { createExportLink } from '../../../src/operations/exports/create-export-link.js';
import { createHousekeeping, runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { isOnCitus } from '../../support/database/database.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { logEvents } from '../../support/webhooks.js';

const DAY = 24 * 3600;

describe('keeping house', () => {
  const services = useServices();
  let logged: { task: string; organisationId?: string; level: string }[];
  beforeEach(() => {
    logged = [];
  });

  const sql = (text: string, values: unknown[] = []) => services.sql(text, values);
  const count = async (table: string, organisationId: string) =>
    (await sql(`SELECT 1 FROM ${table} WHERE organisation_id = $1`, [organisationId])).length;
  /** Keeps house while no row like these can be deleted. */
  const runHousekeepingRefusing = async (
    table: string,
    condition: string,
    { sqlState = 'P0001', keepHouse = createHousekeeping() } = {},
  ) => {
    await sql(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN RAISE EXCEPTION 'made for a test' USING ERRCODE = '${sqlState}'; END $$`);
    await sql(`CREATE TRIGGER refusal BEFORE DELETE ON ${table} FOR EACH ROW WHEN (${condition})
                 EXECUTE FUNCTION refuse()`);
    const write = (line: string) => void logged.push(JSON.parse(line));
    const logger = createLogger({ level: 'warn', pretty: false }, { write });
    return keepHouse({ ...services, logger }).finally(() => sql(`DROP TRIGGER refusal ON ${table}`));
  };
  const storeAnswers = (organisationId: string, answers: number) =>
    sql(
      `INSERT INTO idempotency_keys (organisation_id, operation, key, request_hash, result)
       SELECT $1, 'test', key, 'x', '{}' FROM generate_series(1, $2) key`,
      [organisationId, answers],
    );

  it.each([
    ['fails', 'P0001'],
    ['is too slow', '25P04'],
  ])('goes on with the other organisations when a task of one %s, and logs which', async (_, sqlState) => {
    const contexts = [
      await newOrganisation(services),
      await newOrganisation(services),
      await newOrganisation(services),
    ];
    const [before, failing, after] = contexts.map(({ caller }) => caller.organisationId) as [string, string, string];
    for (const context of contexts) await logEvents(context, 2);
    await services.travel(31 * DAY);
    await runHousekeepingRefusing('events', `OLD.organisation_id = '${failing}'`, { sqlState });
    expect([await count('events', before), await count('events', failing), await count('events', after)]).toEqual([
      1, 2, 1,
    ]);
    expect(logged).toEqual([
      expect.objectContaining({ level: 'error', task: 'deleteExpiredEvents', organisationId: failing }),
    ]);
  });

  it('goes on with its other tasks when one fails', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    await storeAnswers(organisationId, 1);
    await logEvents(context, 2);
    await services.travel(31 * DAY);
    expect(await runHousekeepingRefusing('idempotency_keys', 'true')).toBe('failed in part');
    expect([await count('idempotency_keys', organisationId), await count('events', organisationId)]).toEqual([1, 1]);
    expect(logged).toEqual([expect.objectContaining({ level: 'error', task: 'deleteStoredAnswers' })]);
  });

  it('tells at the end of a round that a task has failed in a run that was out of time', async () => {
    const { organisationId } = (await newOrganisation(services)).caller;
    await storeAnswers(organisationId, 1);
    await services.travel(2 * DAY);
    const options = { longestMs: 0 };
    const keepHouse = createHousekeeping(options);
    expect(await runHousekeepingRefusing('idempotency_keys', 'true', { keepHouse })).toBe(false);
    options.longestMs = 60_000;
    expect(await keepHouse(services)).toBe('failed in part');
    expect(await keepHouse(services)).toBe(true);
  });

  // On Citus a trigger sees the rows of its own node only.
  (isOnCitus() ? it.skip : it)(
    'does not keep an organisation waiting until the backlog of another is gone',
    async () => {
      const ids = [await newOrganisation(services), await newOrganisation(services)].map(
        (one) => one.caller.organisationId,
      );
      const [behind, waiting] = ids as [string, string];
      const store = (organisationId: string, messages: number) =>
        sql(
          `INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, is_group, type, test)
         SELECT $1, ('01970000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'waha', n::text, false, 'text', false
         FROM generate_series(1, $2) n`,
          [organisationId, messages],
        );
      await store(behind, 10_600);
      await store(waiting, 1);
      await sql(`CREATE TABLE seen AS SELECT 0 AS redacted`);
      await sql(`CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
                 UPDATE seen SET redacted = (SELECT count(redacted_at) FROM chat_messages WHERE organisation_id = '${behind}');
                 RETURN NULL;
               END $$`);
      await sql(`CREATE TRIGGER look AFTER UPDATE ON chat_messages FOR EACH ROW
                 WHEN (NEW.organisation_id = '${waiting}') EXECUTE FUNCTION look()`);
      await runHousekeeping(services);
      const rows = await sql('SELECT redacted FROM seen');
      expect(rows[0]?.redacted).toBe(10_000);
      const left = await sql('SELECT FROM chat_messages WHERE redacted_at IS NULL');
      expect(left).toHaveLength(0);
    },
  );

  describe('when there is more to do than a run may take', () => {
    const OUT_OF_TIME = { longestMs: 0 };
    const storeOldChatMessage = (organisationId: string) =>
      sql(
        `INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, is_group, type, test)
         VALUES ($1, '01970000-0000-7000-8000-000000000000', $1, 'waha', 'old', false, 'text', false)`,
        [organisationId],
      );
    /** The old messages have ids behind which housekeeping has come already. */
    const startAnew = async () => {
      await sql('DELETE FROM chat_messages');
      await sql('DELETE FROM sms_bounds');
    };
    const redacted = async () =>
      (await sql('SELECT organisation_id FROM chat_messages WHERE redacted_at IS NOT NULL ORDER BY 1')).map(
        ({ organisation_id: id }) => id,
      );

    const listAll = () => services.db.acrossOrganisations((tx) => listRetentions(tx, services.policy));

    it('comes to every organisation in turn, run after run, and begins again after the last', async () => {
      await startAnew();
      await newOrganisation(services);
      await newOrganisation(services);
      const groups = Map.groupBy(await listAll(), ({ node }) => node).values();
      const nodes = [...groups].map((own) => own.map(({ organisation_id: id }) => id));
      for (const id of nodes.flat()) await storeOldChatMessage(id);
      const keepHouse = createHousekeeping(OUT_OF_TIME);
      const [longest = []] = nodes.toSorted((one, other) => other.length - one.length);
      for (let runs = 1; runs <= longest.length; runs += 1) {
        expect(await keepHouse(services)).toBe(false);
        expect(await redacted()).toEqual(nodes.flatMap((ids) => ids.slice(0, runs)).toSorted());
      }
      await startAnew();
      await storeOldChatMessage(longest[0] ?? '');
      await keepHouse(services);
      expect(await redacted()).toEqual([longest[0]]);
    });

    it('says when nothing is left', async () => {
      expect(await createHousekeeping()(services)).toBe(true);
    });

    it('deletes more of the old answers after each organisation', async () => {
      const { organisationId } = (await newOrganisation(services)).caller;
      await storeAnswers(organisationId, 10_100);
      await services.travel(2 * DAY);
      let visits = 0;
      const onVisit = () => {
        visits += 1;
        if (visits === 2) throw new Error('the worker dies');
      };
      await expect(runHousekeeping(services, { onVisit })).rejects.toThrow('the worker dies');
      expect(await count('idempotency_keys', organisationId)).toBe(0);
    });

    it('keeps no organisation waiting until all old answers are gone', async () => {
      await startAnew();
      const { organisationId } = (await newOrganisation(services)).caller;
      await storeAnswers(organisationId, 10_100);
      await services.travel(2 * DAY);
      await storeOldChatMessage(organisationId);
      const all = await listAll();
      const node = all.find((one) => one.organisation_id === organisationId)?.node ?? Number.NaN;
      const others = all.filter((one) => one.node === node && one.organisation_id < organisationId);
      const after = new Map([[node, others.at(-1)?.organisation_id ?? LOWEST_ID]]);
      await runHousekeeping(services, { after, ...OUT_OF_TIME });
      expect(await redacted()).toEqual([organisationId]);
      expect(await count('idempotency_keys', organisationId)).toBe(100);
      await runHousekeeping(services);
      expect(await count('idempotency_keys', organisationId)).toBe(0);
    });
  });

  it('deletes export links that have expired, and no others', async () => {
    const owner = await newOrganisation(services);
    const { organisationId } = owner.caller;
    await createExportLink(owner, { what: 'messages' });
    await runHousekeeping(services);
    expect(await count('export_links', organisationId)).toBe(1);
    await services.travel(8 * DAY);
    await runHousekeeping(services);
    expect(await count('export_links', organisationId)).toBe(0);
  });

  it('begins no step after the signal to stop', async () => {
    const { organisationId } = (await newOrganisation(services)).caller;
    await storeAnswers(organisationId, 2_500);
    await services.travel(2 * DAY);
    const stop = new AbortController();
    // The first step that deletes stored answers.
    let transactionsLeft = 8;
    const db = services.db.until(stop.signal);
    const stopping = Object.create(db, {
      acrossOrganisations: {
        value: (work: Parameters<typeof db.acrossOrganisations>[0]) =>
          db.acrossOrganisations(work).finally(() => {
            transactionsLeft -= 1;
            if (transactionsLeft === 0) stop.abort();
          }),
      },
    });
    await expect(runHousekeeping({ ...services, db: stopping })).rejects.toThrow('abort');
    expect(await count('idempotency_keys', organisationId)).toBe(2_000);
    await runHousekeeping(services);
    expect(await count('idempotency_keys', organisationId)).toBe(0);
  });

  it('deletes counts of calls an hour after the last call', async () => {
    const count = (key: string, minutesAgo: number) =>
      sql(
        `INSERT INTO rate_limits (key, allowed, admitted, second, totals)
         VALUES ($1, 7, 1, extract(epoch FROM now()) - $2 * 60, array_fill(1, ARRAY[62]))`,
        [key, minutesAgo],
      );
    await count('long ago', 61);
    await count('within the hour', 59);
    await runHousekeeping(services);
    const rows = await sql('SELECT key FROM rate_limits');
    expect(rows).toEqual([{ key: 'within the hour' }]);
  });

  it('deletes counts of tries of people some time after their windows have ended', async () => {
    const count = (key: string, minutesLeft: number) =>
      sql(
        `INSERT INTO account_tries (key, points, expire) VALUES ($1, 7, extract(epoch FROM now()) * 1000 + $2 * 60000)`,
        [key, minutesLeft],
      );
    await count('ended long ago', -61);
    await count('ended by a clock that is behind', -59);
    await count('in force', 1);
    await runHousekeeping(services);
    const rows = await sql('SELECT key, points FROM account_tries ORDER BY expire');
    expect(rows).toEqual([
      { key: 'ended by a clock that is behind', points: 7 },
      { key: 'in force', points: 7 },
    ]);
  });

  it('stops when the database is away: nothing else could be done', async () => {
    const { organisationId } = (await newOrganisation(services)).caller;
    await storeAnswers(organisationId, 1);
    await services.travel(2 * DAY);
    const kept = runHousekeepingRefusing('idempotency_keys', 'true', { sqlState: '57P03' });
    await expect(kept).rejects.toMatchObject({ code: '57P03' });
    expect(logged).toEqual([]);
  });
});
