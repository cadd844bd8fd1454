import { describe, expect, it } from '@jest/globals';
import { resolveNext } from '../../../src/operations/sms/dispatch/resolve.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { interferedDatabase } from '../../support/database/interfered-database.js';
import {
  accept,
  LOST_ON_THE_WAY,
  type Reaction,
  refuseCall,
  reject,
  TAKEN_SILENTLY,
} from '../../support/gateways/programmable-gateway.js';
import { seeAttempts, seeEvents } from '../../support/see.js';
import { mobiles } from '../../support/services.js';
import { dieInCall, type Stage, setTheStage } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const LEASE_SECONDS = 60;
const IN_DOUBT_WAIT_SECONDS = 900;
const BY_REFERENCE = { reportsCarryReference: true };
const IDEMPOTENT = { idempotentReference: true };

describe('the end of a doubt', () => {
  const process = useServices();

  describe('after the death of a worker', () => {
    const PUT_OFF_SECONDS = 600;
    const PUT_OFF: Reaction = { outcome: { kind: 'throttled', retryAfterMs: PUT_OFF_SECONDS * 1000 } };

    /**
     * A worker dies with the first ten of a row of twenty. The other ten are put off, and their answers get lost when
     * the doubt about the first ten has lasted for ten minutes.
     */
    const dieAndLoseMoreAnswers = async (atLeastOnce: boolean) => {
      const stage = await setTheStage(process, {
        recipients: 20,
        input: { atLeastOnce },
        capabilities: BY_REFERENCE,
        pace: { batchSize: 10 },
      });
      await dieInCall(stage, { takes: false });
      stage.gateway.react = () => PUT_OFF;
      await stage.later(LEASE_SECONDS + 1);
      stage.gateway.react = () => TAKEN_SILENTLY;
      await stage.later(PUT_OFF_SECONDS + 1);
      return stage;
    };

    const phasesOf = async (stage: Stage) => {
      const messages = await stage.messages();
      return [messages.slice(0, 10), messages.slice(10)].map((ten) => [...new Set(ten.map(({ phase }) => phase))]);
    };

    it('comes for each message at its own time, and not when the row that named it ends another', async () => {
      const stage = await dieAndLoseMoreAnswers(false);
      expect(await phasesOf(stage)).toEqual([['in_doubt'], ['in_doubt']]);
      await stage.later(IN_DOUBT_WAIT_SECONDS - PUT_OFF_SECONDS);
      expect(await phasesOf(stage)).toEqual([['done'], ['in_doubt']]);
      await stage.later(PUT_OFF_SECONDS);
      expect(await phasesOf(stage)).toEqual([['done'], ['done']]);
    });

    it('does not come with a row of the agenda that names the message before its time', async () => {
      const stage = await setTheStage(process, { capabilities: BY_REFERENCE, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      await stage.services.travel(IN_DOUBT_WAIT_SECONDS + 1);
      await process.sql(`UPDATE sms_messages SET next_action_at = now() + interval '1 minute' WHERE campaign_id = $1`, [
        stage.campaignId,
      ]);
      expect(await resolveNext(stage.services, stage.turn)).toBe(true);
      expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'in_doubt' });
    });

    it('hands nothing over again before its time, also with at_least_once', async () => {
      const stage = await dieAndLoseMoreAnswers(true);
      await stage.later(IN_DOUBT_WAIT_SECONDS - PUT_OFF_SECONDS);
      const young = new Set(mobiles(10, 10).map(({ to }) => to));
      expect(stage.gateway.takenNumbers().filter((to) => young.has(to))).toHaveLength(10);
    });
  });

  describe('and a report of failure', () => {
    const endedStage = async () => {
      const stage = await setTheStage(process, { capabilities: BY_REFERENCE, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      await stage.later(IN_DOUBT_WAIT_SECONDS + 1);
      expect(await stage.see()).toMatchObject({ status: 'failed', delivery_code: 500, handed_over: false });
      return stage;
    };

    it.each([
      ['undelivered', 403],
      ['undelivered', 500],
      ['undelivered', 502],
      ['blocked', 409],
    ] as const)('that comes after it proves the handing over: %s, %i', async (status, code) => {
      const stage = await endedStage();
      await stage.report({ kind: 'failed', code });
      await stage.report({ kind: 'failed', code: 404 });
      expect(await stage.see()).toMatchObject({
        status,
        phase: 'done',
        delivery_code: code,
        handed_over: true,
        attempt: 1,
      });
      const messageId = await stage.messageId();
      expect(await seeEvents(process, messageId)).toEqual(['sms.failed', `sms.${status} corrected`]);
      expect(await stage.counts()).toEqual({ [status]: 1 });
      expect(await seeAttempts(process, messageId)).toEqual([`1 unknown ${code}`]);
    });

    it('and then one of delivery: delivered', async () => {
      const stage = await endedStage();
      await stage.report({ kind: 'failed', code: 403 });
      await stage.report({ kind: 'delivered' });
      expect(await stage.see()).toMatchObject({ status: 'delivered', delivery_code: 100 });
    });

    it('changes nothing of a message that the gateway itself had refused', async () => {
      const stage = await setTheStage(process, { capabilities: BY_REFERENCE, reactions: [reject(500)] });
      await stage.work();
      await stage.report({ kind: 'failed', code: 403 });
      expect(await stage.see()).toMatchObject({ status: 'failed', delivery_code: 500, handed_over: false });
    });

    it('changes nothing when it is about an earlier attempt', async () => {
      const reactions = [reject(407), TAKEN_SILENTLY];
      const stage = await setTheStage(process, { capabilities: BY_REFERENCE, reactions });
      await stage.work();
      await stage.later(61);
      await stage.later(IN_DOUBT_WAIT_SECONDS + 1);
      await stage.report({ kind: 'failed', code: 403 }, 1);
      expect(await stage.see()).toMatchObject({ status: 'failed', delivery_code: 500, attempt: 2 });
    });

    it('that came before it and was not read yet is read first', async () => {
      const stage = await setTheStage(process, { capabilities: BY_REFERENCE, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      await stage.receive({ kind: 'failed', code: 403 });
      await stage.services.travel(IN_DOUBT_WAIT_SECONDS + 1);
      expect(await resolveNext(stage.services, stage.turn)).toBe(true);
      expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'in_doubt' });
      await stage.later(2);
      expect(await stage.see()).toMatchObject({ status: 'undelivered', delivery_code: 403 });
      expect(await stage.events()).toEqual(['sms.undelivered']);
    });

    it('that came after its time does not put it off', async () => {
      const stage = await setTheStage(process, { capabilities: BY_REFERENCE, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      await stage.services.travel(IN_DOUBT_WAIT_SECONDS + 1);
      await receiveReports(stage.services, stage.gateway.name, [{ reference: 'foreign', outcome: { kind: 'sent' } }]);
      await resolveNext(stage.services, stage.turn);
      expect(await stage.see()).toMatchObject({ status: 'failed', phase: 'done' });
    });
  });

  describe('at a gateway that recognises references', () => {
    it.each([500, 403])('comes with its own refusal of the repeated reference: %i', async (code) => {
      const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [LOST_ON_THE_WAY] });
      await stage.work();
      stage.gateway.react = () => reject(code);
      await stage.later(2);
      expect(await stage.see()).toMatchObject({ status: 'failed', phase: 'done', delivery_code: code, attempt: 1 });
      expect(await stage.attempts()).toEqual([`1 rejected ${code}`]);
    });

    it('is final if it comes with a refusal, since the first call may still arrive and be taken', async () => {
      const stage = await setTheStage(process, { capabilities: IDEMPOTENT });
      const { services, gateway } = stage;
      const answer = Promise.withResolvers<Reaction>();
      gateway.react = (_message, call) => (call === 1 ? answer.promise : reject(407));
      const slow = dispatchNext(services, stage.turn);
      await until(() => gateway.calls.length === 1);
      await services.travel(LEASE_SECONDS + 1);
      await dispatchNext(services, stage.turn);
      await services.travel(2);
      await resolveNext(services, stage.turn);
      expect(gateway.calls).toEqual([1, 1]);
      // Not 407: callers can send such messages again.
      expect(await stage.see()).toMatchObject({ status: 'failed', delivery_code: 500, attempt: 1 });
      answer.resolve(accept());
      await slow;
      await stage.later(3600);
      expect(await stage.see()).toMatchObject({ status: 'failed', handed_over: true, attempt: 1 });
      expect(gateway.takenNumbers()).toHaveLength(1);
    });

    it('leaves the message to the worker that has leased the doubt since', async () => {
      const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [LOST_ON_THE_WAY] });
      await stage.work();
      const { services, gateway } = stage;
      gateway.react = () => LOST_ON_THE_WAY;
      await services.travel(2);
      let isTaken = false;
      const db = interferedDatabase(services.db, /SET lease_id = \$\d+, due_at = now\(\) \+/, async () => {
        if (isTaken) return;
        isTaken = true;
        await services.travel(LEASE_SECONDS + 1);
        await resolveNext(services, stage.turn);
        // The doubt is due again, and no worker has leased it.
        await services.travel(5);
      });
      await resolveNext({ ...services, db }, stage.turn);
      expect(gateway.calls).toEqual([1, 1]);
      const rows = await process.sql('SELECT claim FROM sms_messages WHERE campaign_id = $1', [stage.campaignId]);
      expect(rows).toEqual([{ claim: 2 }]);
    });

    it.each([
      ['the gateway refuses every call', refuseCall(500)],
      ['the gateway cannot tell', reject(501)],
      ['no answer ever comes', LOST_ON_THE_WAY],
    ])('comes after IN_DOUBT_WAIT_SECONDS when %s', async (_, reaction) => {
      const stage = await setTheStage(process, { capabilities: IDEMPOTENT, reactions: [LOST_ON_THE_WAY] });
      await stage.work();
      stage.gateway.react = () => reaction;
      for (let minutes = 1; minutes < 15; minutes += 1) await stage.later(60);
      expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'in_doubt' });
      await stage.later(61);
      expect(await stage.see()).toMatchObject({ status: 'failed', phase: 'done', delivery_code: 500, attempt: 1 });
    });
  });

  describe('that was not looked into for longer than IN_DOUBT_WAIT_SECONDS, since workers or database were away', () => {
    const LONG_AWAY = 24 * 3600;
    const GATEWAYS = [
      ['recognises references', IDEMPOTENT],
      ['can be asked', { lookup: { settleSeconds: 30 } }],
    ] as const;

    it.each(GATEWAYS)('does not come before a gateway that %s was asked', async (_, capabilities) => {
      const stage = await setTheStage(process, { capabilities, reactions: [TAKEN_SILENTLY] });
      await stage.work();
      await stage.later(LONG_AWAY);
      expect(await stage.see()).toMatchObject({ status: 'sent', attempt: 1 });
      expect(stage.gateway.takenNumbers()).toHaveLength(1);
    });

    it.each(GATEWAYS)('comes soon when a gateway that %s gives no answer', async (_, capabilities) => {
      const stage = await setTheStage(process, { capabilities, reactions: [LOST_ON_THE_WAY] });
      await stage.work();
      stage.gateway.react = () => LOST_ON_THE_WAY;
      stage.gateway.gateway.lookup &&= () => Promise.reject(new Error('no answer'));
      for (const seconds of [LONG_AWAY, 61, 61]) await stage.later(seconds);
      expect(await stage.see()).toMatchObject({ status: 'failed', phase: 'done', delivery_code: 500, attempt: 1 });
    });
  });
});
