import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/lib/ids.js';
import { seal } from '../../../src/lib/sealed.js';
import { webhookSecretPurpose } from '../../../src/operations/webhooks/sealed-secrets.js';
import { readPage } from '../../docs/page.js';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../../support/database/database.js';
import { loseSecondNode, placeOn, pretendCitus } from '../../support/database/fake-citus.js';
import { asSuperuser } from '../../support/database/given-server.js';
import { freePort } from '../../support/programs/free-port.js';
import { runPostrider, spawnPostrider } from '../../support/programs/program.js';
import { useCommandsStage } from '../commands-stage.js';

type Environment = Readonly<Record<string, string>>;

const KEY = 'the secret key of the installation';
const OTHER_KEY = 'a secret key of another installation';

const stage = useCommandsStage();
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

async function databaseWith(...statements: string[]): Promise<Environment> {
  const database = await newDatabase();
  await asSuperuser(database.superuserUrl, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
  return { DATABASE_URL: database.url };
}

function changed(url: string, change: (url: URL) => void): Environment {
  const copy = new URL(url);
  change(copy);
  return { DATABASE_URL: copy.href };
}

const insertOrganisation = (id: string) => `INSERT INTO organisations (organisation_id, name) VALUES ('${id}', 'Acme')`;
const NEXT_MIGRATION = `INSERT INTO migrations (name) VALUES ('9001-next')`;

/** Makes each state of the table in docs/trouble.md, and returns the settings of an operator who finds it. */
const STATES: Readonly<Record<string, () => Promise<Environment>>> = {
  'nothing listens at the address of `DATABASE_URL`': async () => ({
    DATABASE_URL: `postgres://postrider@127.0.0.1:${await freePort()}/postrider`,
  }),
  'the password is wrong': async () =>
    changed(stage.database.url, (url) => {
      url.password = 'wrong';
    }),
  'the database does not exist': async () =>
    changed(stage.database.url, (url) => {
      url.pathname = '/nowhere';
    }),
  'the database is not migrated': () => databaseWith('DROP OWNED BY postrider CASCADE'),
  'a newer version has migrated the database, and allows this one': () => databaseWith(NEXT_MIGRATION),
  'a newer version has migrated the database, and this one must not run': () =>
    databaseWith(NEXT_MIGRATION, `INSERT INTO required_programs VALUES ('9001-next', '99.0.0')`),
  'the role has `BYPASSRLS`, and no right to the tables': async () => {
    const role = `stranger_${newId().replaceAll('-', '')}`;
    const { DATABASE_URL: url = '' } = await databaseWith(`CREATE ROLE ${role} LOGIN PASSWORD 'strange' BYPASSRLS`);
    return changed(url, (address) => {
      address.username = role;
      address.password = 'strange';
    });
  },
  'PostgreSQL takes no writes': async () => {
    const { DATABASE_URL: url = '' } = await databaseWith();
    const name = new URL(url).pathname.slice(1);
    await asSuperuser(stage.database.superuserUrl, (client) =>
      client.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`).then(() => undefined),
    );
    return { DATABASE_URL: url };
  },
  '`SECRET_KEY` is not of this database': async () => {
    const settings = await databaseWith();
    const server = await spawnPostrider(['serve', '--role', 'api'], await envOf({ ...settings, SECRET_KEY: KEY }));
    await server.term();
    return { ...settings, SECRET_KEY: OTHER_KEY };
  },
  '`SECRET_KEY` was replaced, and `rekey` has not run': async () => {
    const [organisationId, id] = [newId(), newId()];
    const secret = seal(OTHER_KEY, webhookSecretPurpose(organisationId, id), 'a secret').toString('hex');
    const settings = await databaseWith(
      insertOrganisation(organisationId),
      `INSERT INTO webhook_endpoints (organisation_id, id, url, test, secret, last_sequence)
       VALUES ('${organisationId}', '${id}', 'https://example.org', false, '\\x${secret}', 0)`,
    );
    return { ...settings, SECRET_KEY: KEY, PREVIOUS_SECRET_KEY: OTHER_KEY };
  },
  'a gateway does not respond': async () => {
    const options = { url: `http://127.0.0.1:${await freePort()}`, secret: 'a secret of the test' };
    const file = { gateways: [{ name: 'carrier', kind: 'http', options }], routes: [{ gateways: ['carrier'] }] };
    return { ...(await databaseWith()), GATEWAYS_FILE: stage.file('gateways.json', JSON.stringify(file)) };
  },
  'a gateway takes no messages of the workers, which may be in another network': () =>
    databaseWith(
      `INSERT INTO gateway_outages (gateway, process_id, since, code, next_try_at)
       VALUES ('carrier', '${newId()}', '2026-11-27T03:00:00Z', 'ETIMEDOUT', now())`,
    ),
  'messages wait for a gateway that was removed': () => {
    const [organisationId, waiting, delivered] = [newId(), newId(), newId()];
    return databaseWith(
      insertOrganisation(organisationId),
      `INSERT INTO sms_messages (organisation_id, id, segments, encoding, test, at_least_once, status, phase) VALUES
       ('${organisationId}', '${waiting}', 1, 'gsm7', false, false, 'queued', 'ready'),
       ('${organisationId}', '${delivered}', 1, 'gsm7', false, false, 'delivered', 'done')`,
      `INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size) VALUES
       ('${organisationId}', '${newId()}', 'carrier', 'dispatch', now(), ARRAY['${waiting}'::uuid], 1),
       ('${organisationId}', '${newId()}', 'carrier', 'report', now(), ARRAY['${delivered}'::uuid], 1)`,
    );
  },
  'a node of Citus is lost (catalogues of Citus on one PostgreSQL: no cluster was at hand)': async () => {
    const database = await newDatabase();
    const organisationId = newId();
    await pretendCitus(database);
    await asSuperuser(database.superuserUrl, async (client) => {
      await client.query(insertOrganisation(organisationId));
      await client.query(
        `WITH message AS (
           INSERT INTO sms_messages (organisation_id, id, segments, encoding, test, at_least_once, status, phase)
           VALUES ($1, gen_random_uuid(), 1, 'gsm7', false, false, 'queued', 'ready') RETURNING id
         )
         INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size)
         SELECT $1, gen_random_uuid(), 'carrier', 'dispatch', now(), ARRAY[id], 1 FROM message`,
        [organisationId],
      );
    });
    await placeOn(database, organisationId, 2);
    await loseSecondNode(database);
    return { DATABASE_URL: database.url };
  },
};

const found = (subject: string, words: string) =>
  expect.objectContaining({ subject, words: expect.stringContaining(words) }) as unknown;

/** What else is found, since it follows from the state. */
const CONSEQUENCES: Readonly<Record<string, readonly unknown[]>> = {
  'the role has `BYPASSRLS`, and no right to the tables': [found('migrations', 'has no right to the tables')],
  'a node of Citus is lost (catalogues of Citus on one PostgreSQL: no cluster was at hand)': [
    found('agenda', 'not examined, because a node of Citus cannot be used'),
    found('growth', 'not examined, because a node of Citus cannot be used'),
  ],
};

/** Each process has a port of its own. */
async function envOf(settings: Environment): Promise<Record<string, string>> {
  return { ...stage.env, SECRET_KEY: KEY, PORT: String(await freePort()), ...settings };
}

const rows = [
  ...readPage('trouble.md')
    .section('Broken states')
    .matchAll(/^\| (.+) \| (\d) \| `(.+?)`: (.+) \|$/gm),
].map(([, state = '', exit = '', subject = '', words = '']) => ({ state, exit: Number(exit), subject, words }));

/** In the page `…` stands for what differs between installations. */
const patternOf = (words: string) =>
  new RegExp(
    `^${words
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.+')}`,
  );

// The nodes of `npm run test:citus` ask for no password, and have catalogues of their own.
(isOnCitus() ? describe.skip : describe)('The doctor', () => {
  it('has a row in docs/trouble.md for each state', () => {
    expect(rows.map(({ state }) => state)).toEqual(Object.keys(STATES));
  });

  it.each(rows)('finds that $state', async ({ state, exit, subject, words }) => {
    const settings = await STATES[state]?.();
    const { code, stdout } = await runPostrider(['doctor', '--json'], await envOf(settings ?? {}));
    const { findings } = JSON.parse(stdout) as { findings: { level: string; subject: string; words: string }[] };
    const others = findings.filter((finding) => finding.level !== 'ok' && finding.subject !== subject);
    const expected = findings.filter((finding) => finding.level !== 'ok' && finding.subject === subject);
    expect({ code, found: expected }).toEqual({
      code: exit,
      found: [
        { ok: false, level: exit === 1 ? 'fault' : 'warning', subject, words: expect.stringMatching(patternOf(words)) },
      ],
    });
    expect(others).toEqual(CONSEQUENCES[state] ?? []);
  });
});
