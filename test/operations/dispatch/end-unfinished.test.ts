import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/lib/ids.js';
import { writeMail } from '../../../src/operations/people/write-mail.js';
import { pauseCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { endUnfinished } from '../../../src/operations/sms/dispatch/end-unfinished.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import {
  accept,
  LOST_ON_THE_WAY,
  NO_CREDIT,
  NOT_SENT,
  type Reaction,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { newOrganisation } from '../../support/services.js';
import { dieInCall, type Stage, type StageOptions, setTheStage } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

describe('after a restore, a message', () => {
  it.each<[string, StageOptions, (stage: Stage) => Promise<unknown>]>([
    ['that waited for its turn', {}, async () => undefined],
    ['whose gateway was away', { reactions: [NOT_SENT] }, ({ work }) => work()],
    [
      'whose retry had come',
      { reactions: [reject(502)] },
      async (stage) => {
        await stage.work();
        await stage.services.travel(3_600);
      },
    ],
    ['that waited for credit', { reactions: [NO_CREDIT] }, ({ work }) => work()],
    ['in doubt', { reactions: [LOST_ON_THE_WAY] }, ({ work }) => work()],
    ['that a worker was submitting', {}, (stage) => dieInCall(stage, { takes: false })],
  ])('%s ends, is not sent, and can still be reported as delivered', async (_, options, begin) => {
    const stage = await setTheStage(process, options);
    await begin(stage);
    const calls = stage.gateway.calls.length;
    expect(await endUnfinished(process)).toBe(1);
    expect(await stage.see()).toMatchObject({ status: 'failed', phase: 'done', delivery_code: 500 });
    expect((await stage.attempts()).at(-1)).toMatch(/unknown/);
    await stage.later(100 * 3_600);
    expect(stage.gateway.calls).toHaveLength(calls);
    await stage.report({ kind: 'delivered' });
    expect(await stage.counts()).toEqual({ delivered: 1 });
    expect(await endUnfinished(process)).toBe(0);
  });

  it.each<[string, StageOptions, (stage: Stage) => Promise<unknown>]>([
    ['whose time has not come', { input: { scheduledAt: new Date(Date.now() + 86_400_000) } }, async () => undefined],
    ['whose retry has not come', { reactions: [reject(502), accept()] }, ({ work }) => work()],
    ['that may be sent twice', { input: { atLeastOnce: true } }, async () => undefined],
  ])('%s is sent as if nothing had happened', async (_, options, begin) => {
    const stage = await setTheStage(process, options);
    await begin(stage);
    expect(await endUnfinished(process)).toBe(0);
    await stage.later(2 * 86_400);
    expect((await stage.see()).status).toBe('sent');
  });

  it('of a paused campaign waits for the resume', async () => {
    const stage = await setTheStage(process);
    await pauseCampaign(stage.context, { campaignId: stage.campaignId });
    expect(await endUnfinished(process)).toBe(0);
    expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'ready' });
  });
});

describe('messages that a worker was submitting when its lease ended', () => {
  it('are in doubt, each with a record of the very attempt that is unknown', async () => {
    const stage = await setTheStage(process, { recipients: 2 });
    const { gateway, services, organisationId, turn } = stage;
    // One of them has been handed over twice before.
    await process.sql(
      `UPDATE sms_messages SET attempt = 2 WHERE organisation_id = $1 AND id = (SELECT max(id::text)::uuid FROM sms_messages
       WHERE organisation_id = $1)`,
      [organisationId],
    );
    const answer = Promise.withResolvers<Reaction>();
    gateway.react = () => answer.promise;
    const stuck = dispatchNext(services, turn);
    await until(() => gateway.calls.length === 1);
    await services.travel(3_600);
    await dispatchNext(services, turn);

    const rows = await process.sql(
      `SELECT m.phase, m.attempt, a.number, a.outcome FROM sms_messages m
       LEFT JOIN sms_attempts a ON a.organisation_id = m.organisation_id AND a.message_id = m.id
       WHERE m.organisation_id = $1 ORDER BY m.attempt`,
      [organisationId],
    );
    expect(rows).toEqual([
      { phase: 'in_doubt', attempt: 1, number: 1, outcome: 'unknown' },
      { phase: 'in_doubt', attempt: 3, number: 3, outcome: 'unknown' },
    ]);
    answer.resolve(accept());
    await stuck;
  });

  it('are left alone if another worker submits them through another gateway', async () => {
    const stage = await setTheStage(process);
    const { gateway, services, organisationId } = stage;
    // A row of a lost lease still names the message, which was moved to another gateway and claimed there.
    await process.sql(
      `UPDATE sms_messages SET phase = 'submitting', gateway = 'south', attempt = 1, claim = 2, submitted_at = now()
       WHERE organisation_id = $1`,
      [organisationId],
    );
    await process.sql(
      `UPDATE sms_due SET lease_id = $2, due_at = now() - interval '1 second' WHERE organisation_id = $1`,
      [organisationId, newId()],
    );
    await dispatchNext(services, stage.turn);
    const rows = await process.sql('SELECT phase, claim FROM sms_messages WHERE organisation_id = $1', [
      organisationId,
    ]);
    expect(rows).toEqual([{ phase: 'submitting', claim: 2 }]);
    expect(gateway.calls).toEqual([]);
  });
});

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('what people left unfinished', () => {
  const sql = (text: string, parameters: unknown[] = []) => process.sql(text, parameters);
  const count = async (table: string) => Number((await sql(`SELECT count(*) FROM ${table}`))[0].count);

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
    const { caller } = await newOrganisation(process);
    const member = await addPerson('member@example.org', true);
    await addCode(await addPerson('claimed@example.org', false));
    await addSession(member, 30);
    await sql(
      `INSERT INTO invitations (organisation_id, id, email, role, token_hash, invited_by, expires_at)
       VALUES ($1, $2, 'guest@example.org', 'viewer', 'x', 'a key', now() + interval '7 days')`,
      [caller.organisationId, newId()],
    );
    await process.db.amongPeople((tx) => writeMail(tx, process, { to: 'a@b.c', subject: 'x', text: 'x' }, 10));
    const tables = ['people', 'one_time_codes', 'person_sessions', 'invitations', 'mails'];
    const left = async () => {
      await runHousekeeping(process);
      return Promise.all(tables.map(count));
    };

    expect(await left()).toEqual([2, 1, 1, 1, 1]);
    await process.travel(11 * 60);
    expect(await left()).toEqual([2, 1, 1, 1, 0]);
    await process.travel(23 * HOUR);
    expect(await left()).toEqual([2, 1, 1, 1, 0]);
    await process.travel(HOUR);
    expect(await left()).toEqual([1, 0, 1, 1, 0]);
    await process.travel(7 * DAY);
    expect(await left()).toEqual([1, 0, 0, 1, 0]);
    await process.travel(28 * DAY);
    expect(await left()).toEqual([1, 0, 0, 1, 0]);
    await process.travel(DAY);
    expect(await left()).toEqual([1, 0, 0, 0, 0]);
  });

  it('is kept when somebody begins anew with the same address', async () => {
    const claimed = await addPerson('again@example.org', false);
    await process.travel(2 * DAY);
    await addCode(claimed);
    await runHousekeeping(process);
    expect(await sql('SELECT 1 FROM people WHERE id = $1', [claimed])).toHaveLength(1);
  });

  it('does not end sessions that are in use', async () => {
    const person = await addPerson('busy@example.org', true);
    await addSession(person, 30);
    await process.travel(6 * DAY);
    await runHousekeeping(process);
    expect(await sql('SELECT 1 FROM person_sessions WHERE person_id = $1', [person])).toHaveLength(1);
  });
});
