import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from '../../../src/operations/context.js';
import { type CallKey, keyOf, once } from '../../../src/operations/kernel/once.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { mobile, mobiles, newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

describe('a call that is repeated with its key', () => {
  const services = useServices({ gateways: [createProgrammableGateway()], poolSize: 12 });
  let context: Context;

  beforeAll(async () => {
    context = await newOrganisation(services);
  });

  const count = async (table: string) =>
    (await services.sql<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count;
  const work = (key: string | null, body: object, run: () => Promise<unknown>, who = context, operation = 'test') =>
    who.db.inOrganisation(who.caller.organisationId, (tx) =>
      once(tx, who, operation, { ...body, idempotencyKey: key }, run),
    );

  it('gets the stored answer, equal to the byte, and does nothing', async () => {
    const input = {
      message: 'Hello {{name}} \u{1f600}',
      recipients: mobiles(3).map((recipient) => ({ ...recipient, variables: { name: 'Ü' } })),
      metadata: { z: 1, a: { y: 2.5, b: null } },
      idempotencyKey: 'bulk-1',
    };
    const first = await sendBulkSms(context, input);
    const before = await count('sms_messages');
    const second = await sendBulkSms(context, input);
    expect([first.replayed, second.replayed]).toEqual([false, true]);
    const bySortedKeys = (value: unknown) => JSON.stringify(value, Object.keys(first.result).sort());
    expect(second.result).toEqual(first.result);
    expect(bySortedKeys(second.result)).toBe(bySortedKeys(first.result));
    expect(await count('sms_messages')).toBe(before);
  });

  it('and another body is refused, and so is one that differs only in a recipient', async () => {
    const input = { message: 'Hello', recipients: mobiles(2), idempotencyKey: 'bulk-2' };
    await sendBulkSms(context, input);
    await expect(sendBulkSms(context, { ...input, message: 'Bye' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
    await expect(sendBulkSms(context, { ...input, recipients: mobiles(2, 1) })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  it('is recognised by a version that has a further field, as long as the call leaves that out', async () => {
    const input = { message: 'Hello', senderId: null, idempotencyKey: 'upgrade' };
    const hashOf = (more: object) => (keyOf(context.caller, 'sendSms', { ...input, ...more }) as CallKey).requestHash;
    expect(hashOf({ ofALaterVersion: null })).toEqual(hashOf({}));
    expect(hashOf({ ofALaterVersion: undefined })).toEqual(hashOf({}));
    expect(hashOf({ ofALaterVersion: 'x' })).not.toEqual(hashOf({}));
  });

  it('while the first is still running is told so', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<string>();
    const first = work('slow', {}, () => {
      started.resolve();
      return finish.promise;
    });
    await started.promise;
    await expect(work('slow', {}, async () => 'second')).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      retryAfterSeconds: 1,
    });
    finish.resolve('first');
    expect(await first).toEqual({ result: 'first', replayed: false });
    expect(await work('slow', {}, async () => 'third')).toEqual({ result: 'first', replayed: true });
  });

  it('after a crash in between is as if the first had never come', async () => {
    const before = await count('suppressions');
    const input = { numbers: [{ mobile: mobile(1) }], idempotencyKey: 'crash' };
    await expect(
      context.db.inOrganisation(context.caller.organisationId, (tx) =>
        once(tx, context, 'addSuppressions', input, async () => {
          await tx.sql(
            `INSERT INTO suppressions (organisation_id, id, mobile, delivery_code, source)
             VALUES (:organisationId, gen_random_uuid(), '1', 409, 'manual')`,
          );
          throw new Error('crash');
        }),
      ),
    ).rejects.toThrow('crash');
    expect(await count('suppressions')).toBe(before);
    expect((await addSuppressions(context, input)).replayed).toBe(false);
    expect((await addSuppressions(context, input)).replayed).toBe(true);
  });

  it('whose transaction came to nothing has no stored answer', async () => {
    const { db, caller } = context;
    const run = async () => 'done';
    const rolledBack = db.inOrganisation(caller.organisationId, async (tx) => {
      await once(tx, context, 'test', { idempotencyKey: 'rolled back' }, run);
      throw new Error('crash');
    });
    await expect(rolledBack).rejects.toThrow('crash');
    expect(await work('rolled back', {}, run)).toEqual({ result: 'done', replayed: false });
  });

  it('a mistake in the input is not kept: the corrected call may use the key', async () => {
    const input = { to: 'nonsense', message: 'Hello', idempotencyKey: 'mistake' };
    await expect(sendSms(context, input)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await sendSms(context, { ...input, to: mobile(1) })).replayed).toBe(false);
  });

  it('keys belong to one operation of one organisation', async () => {
    const other = await newOrganisation(services);
    const runs: string[] = [];
    const run = (name: string) => async () => {
      runs.push(name);
      return name;
    };
    await work('shared', {}, run('mine'));
    await work('shared', {}, run('of another operation'), context, 'other');
    await work('shared', {}, run('of another organisation'), other);
    await work('shared', {}, run('again'));
    await work(null, {}, run('without a key'));
    await work(null, {}, run('without a key'));
    expect(runs).toEqual(['mine', 'of another operation', 'of another organisation', 'without a key', 'without a key']);
  });

  it('forty keys by five callers at once make forty messages', async () => {
    const before = (await count('sms_messages')) ?? 0;
    const calls = Array.from({ length: 200 }, (_, index) =>
      sendSms(context, { to: mobile(100 + (index % 40)), message: 'Hello', idempotencyKey: `parallel-${index % 40}` }),
    );
    const answers = await Promise.allSettled(calls);
    const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason.code);
    expect(new Set(refused).size).toBeLessThanOrEqual(1);
    for (const code of refused) expect(code).toBe('idempotency_in_progress');
    expect(await count('sms_messages')).toBe(before + 40);
    expect(answers.filter((answer) => answer.status === 'fulfilled' && !answer.value.replayed)).toHaveLength(40);
  });

  it.each(['', 'x'.repeat(256)])('a key of impossible length is refused', async (idempotencyKey) => {
    await expect(sendSms(context, { to: mobile(1), message: 'Hello', idempotencyKey })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ path: ['idempotencyKey'] }],
    });
  });

  it('a scheduled call gets its stored answer even when its time has come', async () => {
    const scheduledAt = new Date(Date.now() + 300);
    const input = { to: mobile(1), message: 'Hello', scheduledAt, idempotencyKey: 'past' };
    const first = await sendSms(context, input);
    await new Promise((resolve) => setTimeout(resolve, 310));
    expect(await sendSms(context, input)).toEqual({ result: first.result, replayed: true });
  });

  it('is forgotten after a day, not before', async () => {
    const run = async () => 'done';
    await work('daily', {}, run);
    await services.travel(24 * 3600 - 60);
    await runHousekeeping(services);
    expect((await work('daily', {}, run)).replayed).toBe(true);
    await services.travel(120);
    await runHousekeeping(services);
    expect((await work('daily', {}, run)).replayed).toBe(false);
  });
});
