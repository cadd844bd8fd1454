import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { newId } from '../../../src/lib/ids.js';
import { seal, unsealWithAny } from '../../../src/lib/sealed.js';
import { webhookSecretPurpose } from '../../../src/operations/webhooks/sealed-secrets.js';
import { useCommandsStage } from '../commands-stage.js';
import { startCommand } from '../running-command.js';

const OLD = randomBytes(32).toString('base64');
const NEW = randomBytes(32).toString('base64');
/** More than two pages of `rekey`. */
const ENDPOINTS = 450;

let client: Client;
// Before the database is dropped.
afterAll(() => client.end());
const stage = useCommandsStage();
beforeAll(async () => {
  client = new Client({ connectionString: stage.database.superuserUrl });
  await client.connect();
});

/** Of one organisation, whose id it returns. */
async function insertEndpoints(): Promise<string> {
  const organisationId = newId();
  await client.query('INSERT INTO organisations (organisation_id, name) VALUES ($1, $2)', [organisationId, 'Shop']);
  const ids = Array.from({ length: ENDPOINTS }, newId);
  await client.query(
    `INSERT INTO webhook_endpoints (organisation_id, id, url, test, secret, last_sequence)
     SELECT $1, id, 'https://example.org', false, secret, 0 FROM unnest($2::uuid[], $3::bytea[]) AS n (id, secret)`,
    [organisationId, ids, ids.map((id) => seal(OLD, webhookSecretPurpose(organisationId, id), `secret of ${id}`))],
  );
  return organisationId;
}

/** How many secrets of endpoints this key opens. */
async function countOpenedWith(key: string): Promise<number> {
  const { rows } = await client.query('SELECT organisation_id, id, secret FROM webhook_endpoints');
  return rows.filter(({ organisation_id: organisationId, id, secret }) => {
    return unsealWithAny([key], webhookSecretPurpose(organisationId, id), secret) === `secret of ${id}`;
  }).length;
}

async function secretKeyFinding(settings: Record<string, string>): Promise<{ ok: boolean; words: string }> {
  const { stdout } = await stage.runWith(settings, 'doctor', '--json');
  return JSON.parse(stdout).findings.find(({ subject }: { subject: string }) => subject === 'secret key');
}

describe('rekey', () => {
  it('that is killed half-way is finished by the next one, and doctor tells before and after', async () => {
    const organisationId = await insertEndpoints();
    const both = { SECRET_KEY: NEW, PREVIOUS_SECRET_KEY: OLD };
    expect(await secretKeyFinding({ SECRET_KEY: NEW })).toMatchObject({
      ok: false,
      words: expect.stringContaining('SECRET_KEY is not a secret key of this database'),
    });
    expect(await secretKeyFinding(both)).toMatchObject({
      ok: false,
      words: expect.stringContaining('PREVIOUS_SECRET_KEY still seals 450 values'),
    });

    // The command stops at this row, after two pages.
    await client.query('BEGIN');
    await client.query('SELECT FROM webhook_endpoints WHERE organisation_id = $1 ORDER BY id DESC LIMIT 1 FOR UPDATE', [
      organisationId,
    ]);
    const killed = startCommand(['rekey'], { ...stage.env, ...both });
    while ((await countOpenedWith(NEW)) < 400) await new Promise((resolve) => setTimeout(resolve, 50));
    killed.kill();
    expect(await killed.exited).toBeNull();
    await client.query('COMMIT');
    expect([await countOpenedWith(NEW), await countOpenedWith(OLD)]).toEqual([400, 50]);

    const finished = await stage.runWith(both, 'rekey', '--json');
    expect(JSON.parse(finished.stdout)).toEqual({ webhook_secrets: 50, mails: 0, retired_keys: 0, unreadable: 0 });
    expect([await countOpenedWith(NEW), await countOpenedWith(OLD)]).toEqual([ENDPOINTS, 0]);
    expect(await secretKeyFinding(both)).toMatchObject({
      ok: true,
      words: expect.stringMatching(/^PREVIOUS_SECRET_KEY is still needed for download links until 2/),
    });
    await client.query(`UPDATE retired_keys SET retired_at = now() - interval '8 days'`);
    expect(await secretKeyFinding(both)).toEqual({
      subject: 'secret key',
      ok: true,
      level: 'ok',
      words:
        'PREVIOUS_SECRET_KEY is needed for nothing any more: remove it. ' +
        'Keep it elsewhere for as long as backups from before it was replaced: they are restored with it alone.',
    });
    // The endpoints, and the old key, which is kept for opt-outs.
    expect(await secretKeyFinding({ SECRET_KEY: NEW })).toMatchObject({ ok: true, words: 'opens 451 sealed values' });
  });

  it('says what it needs', async () => {
    const refused = await stage.runWith({ SECRET_KEY: NEW }, 'rekey');
    expect(refused).toMatchObject({
      code: 1,
      stderr: 'Set PREVIOUS_SECRET_KEY to the key that SECRET_KEY has replaced.\n',
    });
  });
});
