import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { refreshGroups } from '../../../src/operations/chat/groups.js';
import { markAbandonedSendsInDoubt } from '../../../src/operations/chat/settle-send.js';
import { createEngineProbe, watchPhones } from '../../../src/operations/chat/watch-phones.js';
import { createClockWatch } from '../../../src/operations/upkeep/watch-clock.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { earlier } from '../../support/database/time-travel.js';
import { accept, NO_CREDIT, NOT_SENT } from '../../support/gateways/programmable-gateway.js';
import { answer, type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { seeAgenda } from '../../support/see.js';
import { newOrganisation, overhear } from '../../support/services.js';
import { type Stage, setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';
import { deliverAll, logAndDeliver, logEvents, newEndpoint } from '../../support/webhooks.js';

const HOUR = 3600;

/** What a clock does that is set back cannot be done to PostgreSQL's, so rows are made as it leaves them. */
describe('when the clock of the database is set back', () => {
  const process = useServices();
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  const inAnHour = () => ({ scheduledAt: new Date(Date.now() + HOUR * 1000) });
  const put = (stage: Stage, dueAt: string) =>
    process.sql(
      `UPDATE sms_due SET due_at = ${dueAt} WHERE message_ids[1] IN (SELECT id FROM sms_messages WHERE campaign_id = $1)`,
      [stage.campaignId],
    );

  it.each([
    ['leaves at its own time', accept(), 'sent'],
    ['is held at its own time, where credit is gone', NO_CREDIT, 'held'],
  ])('what came due before and has to leave later %s', async (_, reaction, end) => {
    const stage = await setTheStage(process, { input: inAnHour(), reactions: [reaction] });
    await put(stage, 'now()');
    await stage.work();
    expect(stage.gateway.journal).toHaveLength(0);
    const agenda = await seeAgenda(process, await stage.messageId());
    expect(agenda).toEqual([expect.objectContaining({ purpose: 'dispatch', leased: false })]);
    expect(agenda[0]?.in_seconds).toBeGreaterThan(HOUR - 60);
    await stage.later(HOUR);
    expect(stage.gateway.journal).toHaveLength(1);
    expect(await stage.see()).toMatchObject({ status: end });
  });

  it('what was ready to leave does so, and what has a time of its own waits for it', async () => {
    const [ready, scheduled] = [await setTheStage(process), await setTheStage(process, { input: inAnHour() })];
    await put(ready, `now() + interval '1 hour'`);
    const watch = createClockWatch(process);
    await watch();
    await ready.work();
    await scheduled.work();
    expect(ready.gateway.journal).toHaveLength(1);
    expect(scheduled.gateway.journal).toHaveLength(0);
    await scheduled.later(HOUR);
    expect(scheduled.gateway.journal).toHaveLength(1);
  });

  it('what had been put off for seconds is not put off for an hour', async () => {
    const stage = await setTheStage(process, { reactions: [NOT_SENT] });
    await stage.work();
    const ahead = `now() + interval '1 hour'`;
    await put(stage, ahead);
    await process.sql(`UPDATE sms_messages SET next_action_at = ${ahead} WHERE campaign_id = $1`, [stage.campaignId]);
    stage.gateway.react = accept;
    await createClockWatch(process)();
    await stage.work();
    expect(await stage.see()).toMatchObject({ status: 'sent' });
  });

  it('what would leave after its own time leaves at its own time', async () => {
    const stage = await setTheStage(process, { input: inAnHour() });
    await put(stage, `now() + interval '2 hours'`);
    await createClockWatch(process)();
    await stage.work();
    expect(stage.gateway.journal).toHaveLength(0);
    await stage.later(HOUR);
    expect(stage.gateway.journal).toHaveLength(1);
  });

  it('what a dead worker had leased comes due with the lease, not with the clock', async () => {
    const stage = await setTheStage(process);
    await put(stage, `now() + interval '1 hour', lease_id = organisation_id`);
    await createClockWatch(process)();
    const [row] = await seeAgenda(process, await stage.messageId());
    expect(row?.in_seconds).toBeLessThanOrEqual(60);
    await stage.later(61);
    expect(stage.gateway.journal).toHaveLength(1);
  });

  describe('an endpoint of webhooks that has asked to be left alone', () => {
    const setUp = async () => {
      const context = await newOrganisation(process);
      receiver.react = answer(429, { 'retry-after': String(3 * HOUR) });
      const { id } = await newEndpoint(context, receiver.url);
      await logAndDeliver(context, 1);
      receiver.react = answer(204);
      await logEvents(context, 1);
      return id;
    };
    const watch = async () => {
      await createClockWatch(process)();
      await deliverAll(process);
    };

    it('is left alone all the same, where the clock was right', async () => {
      await setUp();
      await watch();
      expect(receiver.received).toHaveLength(1);
      await process.travel(3 * HOUR);
      await deliverAll(process);
      expect(receiver.received).toHaveLength(3);
    });

    it('is not left alone for longer, and what it has refused waits for as long as it asked', async () => {
      const id = await setUp();
      const ahead = (column: string) => `${column} = ${earlier(column, "interval '-9 hours'")}`;
      for (const [table, key, columns] of [
        ['webhook_endpoints', 'id', ['due_at', 'not_before']],
        ['webhook_deliveries', 'endpoint_id', ['attempted_at', 'next_attempt_at']],
      ] as const) {
        await process.sql(`UPDATE ${table} SET ${columns.map(ahead)} WHERE ${key} = $1`, [id]);
      }
      await watch();
      expect(receiver.received.map(({ body }) => body.data.sequence)).toEqual([1, 2]);
      await process.travel(3 * HOUR);
      await deliverAll(process);
      expect(receiver.received.map(({ body }) => body.data.sequence)).toEqual([1, 2, 1]);
    });
  });

  it('nothing is said of an endpoint that waits for a retry in hours, where the clock was right', async () => {
    const context = await newOrganisation(process);
    receiver.react = answer(500);
    await newEndpoint(context, receiver.url);
    await logEvents(context, 1);
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await deliverAll(process);
      await process.travel(HOUR);
    }
    expect(receiver.received.length).toBeGreaterThan(5);
    const { services, warnings } = overhear(process);
    await createClockWatch(services)();
    expect(warnings).toEqual([]);
  });

  const AHEAD = `now() + interval '1 hour'`;
  const setPhone = (id: string, ...columns: string[]) =>
    process.sql(
      `UPDATE chat_sessions SET ${columns.map((column) => `${column} = ${AHEAD}`).join(', ')} WHERE id = $1`,
      [id],
    );

  it('engines are asked after their phones, and lose them by their silence', async () => {
    const stage = await setTheChatStage(process);
    await setPhone(stage.sessionId, 'confirmed_at', 'state_since');
    await createClockWatch(process)();
    const ask = createEngineProbe(stage.engine);
    const probe = () => ask(stage.services);
    await stage.later(20);
    await probe();
    expect(stage.engine.asked.at(-1)).toBe('probe');
    Object.assign(stage.engine, { readSessions: async () => ({ kind: 'unavailable' }) });
    for (let probes = 1; probes <= 3; probes += 1) {
      await stage.later(30);
      await probe();
    }
    expect(await stage.sessionState()).toBe('disconnected');
  });

  it('a phone that sends nothing of what it takes is found out', async () => {
    const stage = await setTheChatStage(process);
    await stage.send();
    await setPhone(stage.sessionId, 'unacked_since');
    await createClockWatch(process)();
    await stage.later(121);
    await watchPhones(stage.services);
    expect(await stage.sessionState()).toBe('stalled');
  });

  it('the groups of a phone can be read again', async () => {
    const stage = await setTheChatStage(process);
    await setPhone(stage.sessionId, 'groups_claimed_at');
    await createClockWatch(process)();
    await stage.later(61);
    expect(await refreshGroups(stage.context, { sessionId: stage.sessionId })).toMatchObject({ refreshed: true });
  });

  it('a chat message that a dead process has left behind is in doubt', async () => {
    const stage = await setTheChatStage(process);
    const { id } = (await stage.send()).result;
    await process.sql(
      `UPDATE chat_messages SET status = 'pending', phase = 'submitting', created_at = ${AHEAD} WHERE id = $1`,
      [id],
    );
    await createClockWatch(process)();
    await stage.later(181);
    await markAbandonedSendsInDoubt(process);
    const rows = await process.sql('SELECT phase FROM chat_messages WHERE id = $1', [id]);
    expect(rows).toEqual([{ phase: 'in_doubt' }]);
  });
});
