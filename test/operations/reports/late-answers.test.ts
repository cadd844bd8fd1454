import { describe, expect, it } from '@jest/globals';
import { resolveNext } from '../../../src/operations/sms/dispatch/resolve.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { interferedDatabase, loseAnswer, SETTLEMENT } from '../../support/database/interfered-database.js';
import {
  accept,
  LOST_ON_THE_WAY,
  NO_CREDIT,
  NOT_SENT,
  type Reaction,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { seeEvents } from '../../support/see.js';
import { setTheStage } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

const LEASE_SECONDS = 60;
const HOUR = 3600;
const THROTTLED: Reaction = { outcome: { kind: 'throttled', retryAfterMs: 0 } };

describe('a settlement whose COMMIT has worked, and whose answer was lost', () => {
  /**
   * Worker A is told that its message was not taken, and settles that. The answer to its COMMIT is lost, so it writes
   * the settlement again half a second later. Meanwhile worker B has claimed the message, and its call is under way.
   */
  const repeatWhileOtherCalls = async (notTaken: Reaction) => {
    const stage = await setTheStage(process, { reactions: [notTaken] });
    const { services, gateway } = stage;
    const answer = Promise.withResolvers<Reaction>();
    gateway.react = (_message, call) => (call === 1 ? notTaken : answer.promise);
    let other: Promise<boolean> | undefined;
    const db = interferedDatabase(services.db, SETTLEMENT, async () => {
      if (other !== undefined) return;
      await services.travel(2);
      other = dispatchNext(services, stage.turn);
      await until(() => gateway.calls.length === 2);
      loseAnswer();
    });
    await dispatchNext({ ...services, db }, stage.turn);
    return { stage, answer, other };
  };

  it.each([
    ['throttled', THROTTLED],
    ['not reached', NOT_SENT],
  ])('does not reset the message that another worker is submitting: %s', async (_, notTaken) => {
    const { stage, answer, other } = await repeatWhileOtherCalls(notTaken);
    expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'submitting', attempt: 1 });
    const id = await stage.messageId();
    await expect(cancelMessage(stage.context, { messageId: id })).rejects.toMatchObject({ code: 'already_dispatched' });
    answer.resolve(accept());
    await other;
    expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'waiting_report', attempt: 1 });
    await stage.later(HOUR);
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
    expect(await seeEvents(process, id)).toEqual(['sms.sent']);
  });
});

describe('an answer that is settled after another worker has claimed the message', () => {
  /**
   * Worker A hears `late` from a gateway that recognises references, and cannot settle before its lease is over. Worker
   * B submits the same reference again, and its answer is `next`. Then A settles.
   */
  const settleLate = async (late: Reaction, next: Reaction | Promise<Reaction>, atLeastOnce = false) => {
    const stage = await setTheStage(process, { capabilities: { idempotentReference: true }, input: { atLeastOnce } });
    const { services, gateway } = stage;
    const released = Promise.withResolvers<void>();
    gateway.react = (_message, call) => (call === 1 ? late : next);
    const { submit } = gateway.gateway;
    gateway.gateway.submit = async (messages, signal) => {
      const call = gateway.calls.length + 1;
      const results = await submit(messages, signal);
      if (call === 1) await released.promise;
      if (call !== 2) return results;
      // Also if the gateway recognises the reference.
      const { outcome } = await next;
      return results.map(({ reference }) => ({ reference, outcome }));
    };
    const slow = dispatchNext(services, stage.turn);
    await until(() => gateway.calls.length === 1);
    await services.travel(LEASE_SECONDS + 1);
    await dispatchNext(services, stage.turn);
    await services.travel(2);
    const other = resolveNext(services, stage.turn);
    await until(() => gateway.calls.length === 2);
    if (!(next instanceof Promise)) await other;
    released.resolve();
    await slow;
    return { stage, other };
  };

  it.each([
    ['no credit', NO_CREDIT],
    ['refused with 501', reject(501)],
    ['throttled', THROTTLED],
  ])('is dropped if the gateway had not taken the message: %s, and the doubt of the other stays', async (_, late) => {
    const { stage } = await settleLate(late, { outcome: { kind: 'unknown' }, takes: true });
    expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'in_doubt', attempt: 1 });
    await stage.later(5);
    await stage.later(HOUR);
    expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'waiting_report', attempt: 1 });
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
    expect(await stage.attempts()).toEqual(['1 accepted 101']);
  });

  it('still counts if the gateway had taken it, and the doubt of the other ends', async () => {
    const { stage } = await settleLate(accept(), LOST_ON_THE_WAY);
    expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'waiting_report', handed_over: true });
    await stage.report({ kind: 'delivered' });
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
  });

  it('still counts while the call of the other is under way, whose refusal then changes nothing', async () => {
    const answer = Promise.withResolvers<Reaction>();
    const { stage, other } = await settleLate(accept(), answer.promise);
    expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'waiting_report', handed_over: true });
    answer.resolve(THROTTLED);
    await other;
    await stage.later(HOUR);
    expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'waiting_report', attempt: 1 });
    expect(stage.gateway.takenNumbers()).toHaveLength(1);
  });

  it('keeps the id of the gateway, by which its reports are found', async () => {
    const { stage } = await settleLate(accept(), LOST_ON_THE_WAY);
    const [entry] = stage.gateway.journal;
    const rows = await process.sql('SELECT provider_id FROM sms_attempts WHERE message_id = $1', [
      await stage.messageId(),
    ]);
    expect(rows).toEqual([{ provider_id: `at-${stage.gateway.name}-${entry?.reference}` }]);
  });

  it('proves the handing over of a message that has failed because its answer was missing', async () => {
    const stage = await setTheStage(process, { capabilities: {} });
    const { services, gateway } = stage;
    const answer = Promise.withResolvers<Reaction>();
    gateway.react = () => answer.promise;
    const slow = dispatchNext(services, stage.turn);
    await until(() => gateway.calls.length === 1);
    await stage.later(LEASE_SECONDS + 1);
    expect(await stage.see()).toMatchObject({ status: 'failed', delivery_code: 500, handed_over: false });
    answer.resolve(accept());
    await slow;
    expect(await stage.see()).toMatchObject({ status: 'failed', delivery_code: 500, handed_over: true });
    const [entry] = gateway.journal;
    const report = gateway.reportOn({ reference: entry?.reference ?? '' }, { kind: 'failed', code: 403 });
    await receiveReports(services, gateway.name, [report]);
    await stage.work();
    expect(await stage.see()).toMatchObject({ status: 'undelivered', delivery_code: 403, handed_over: true });
    const events = await stage.events();
    expect(events).toEqual(['sms.failed', 'sms.undelivered corrected']);
  });
});
