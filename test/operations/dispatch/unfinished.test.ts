import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/lib/ids.js';
import { writeMail } from '../../../src/operations/people/write-mail.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('what people left unfinished', () => {
  const services = useServices();

  const sql = (text: string, parameters: unknown[] = []) => services.superuser.query(text, parameters);
  const count = async (table: string) => Number((await sql(`SELECT count(*) FROM ${table}`)).rows[0].count);

  const addPerson = async (email: string, isVerified: boolean) => {
    const id = newId();
    await sql(`INSERT INTO people (id, email, name, verified_at) VALUES ($1, $2, 'Somebody', $3)`, [
      id,
      email,
      isVerified ? new Date() : null,
    ]);
    return id;
  };
  const addCode = (personId: string) =>
    sql(
      `INSERT INTO one_time_codes (person_id, purpose, challenge_hash, code_hash, expires_at)
       VALUES ($1, 'email_verification', 'x', 'x', now() + interval '10 minutes')`,
      [personId],
    );
  const addSession = (personId: string, days: number) =>
    sql(
      `INSERT INTO person_sessions (id, person_id, token_hash, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(days => $4))`,
      [newId(), personId, Buffer.from(newId()), days],
    );

  it('is forgotten when its time is over, and not before', async () => {
    const { caller } = await newOrganisation(services);
    const member = await addPerson('member@example.org', true);
    await addCode(await addPerson('claimed@example.org', false));
    await addSession(member, 30);
    await sql(
      `INSERT INTO invitations (organisation_id, id, email, role, token_hash, invited_by, expires_at)
       VALUES ($1, $2, 'guest@example.org', 'viewer', 'x', 'a key', now() + interval '7 days')`,
      [caller.organisationId, newId()],
    );
    await services.db.amongPeople((tx) => writeMail(tx, services, { to: 'a@b.c', subject: 'x', text: 'x' }, 10));
    const tables = ['people', 'one_time_codes', 'person_sessions', 'invitations', 'mails'];
    const left = async () => {
      await runHousekeeping(services);
      return Promise.all(tables.map(count));
    };

    expect(await left()).toEqual([2, 1, 1, 1, 1]);
    await services.travel(11 * 60);
    expect(await left()).toEqual([2, 1, 1, 1, 0]);
    await services.travel(23 * HOUR);
    expect(await left()).toEqual([2, 1, 1, 1, 0]);
    await services.travel(HOUR);
    expect(await left()).toEqual([1, 0, 1, 1, 0]);
    await services.travel(7 * DAY);
    expect(await left()).toEqual([1, 0, 0, 1, 0]);
    await services.travel(28 * DAY);
    expect(await left()).toEqual([1, 0, 0, 1, 0]);
    await services.travel(DAY);
    expect(await left()).toEqual([1, 0, 0, 0, 0]);
  });

  it('is kept when somebody begins anew with the same address', async () => {
    const claimed = await addPerson('again@example.org', false);
    await services.travel(2 * DAY);
    await addCode(claimed);
    await runHousekeeping(services);
    expect((await sql('SELECT 1 FROM people WHERE id = $1', [claimed])).rowCount).toBe(1);
  });

  it('does not end sessions that are in use', async () => {
    const person = await addPerson('busy@example.org', true);
    await addSession(person, 30);
    await services.travel(6 * DAY);
    await runHousekeeping(services);
    expect((await sql('SELECT 1 FROM person_sessions WHERE person_id = $1', [person])).rowCount).toBe(1);
  });
});
