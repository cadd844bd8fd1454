import { describe, expect, it } from '@jest/globals';
import { createClockWatch } from '../../src/operations/watch-clock.js';
import { accept, NO_CREDIT, NOT_SENT } from '../support/programmable-gateway.js';
import { seeAgenda, seeMessage } from '../support/see.js';
import { type Stage, setTheStage } from '../support/stage.js';
import { useServices } from '../support/use-services.js';

const HOUR = 3600;

/** What a clock does that is set back cannot be done to PostgreSQL's, so rows are made as it leaves them. */
describe('when the clock of the database is set back', () => {
  const process = useServices();

  const inAnHour = () => ({ scheduledAt: new Date(Date.now() + HOUR * 1000) });
  const put = (stage: Stage, dueAt: string) =>
    process.superuser.query(
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
    const agenda = await seeAgenda(process.superuser, await stage.messageId());
    expect(agenda).toEqual([expect.objectContaining({ purpose: 'dispatch', leased: false })]);
    expect(agenda[0]?.in_seconds).toBeGreaterThan(HOUR - 60);
    await stage.later(HOUR);
    expect(stage.gateway.journal).toHaveLength(1);
    expect(await seeMessage(process.superuser, stage)).toMatchObject({ status: end });
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
    await process.superuser.query(`UPDATE sms_messages SET next_action_at = ${ahead} WHERE campaign_id = $1`, [
      stage.campaignId,
    ]);
    stage.gateway.react = accept;
    await createClockWatch(process)();
    await stage.work();
    expect(await seeMessage(process.superuser, stage)).toMatchObject({ status: 'sent' });
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
    const [row] = await seeAgenda(process.superuser, await stage.messageId());
    expect(row?.in_seconds).toBeLessThanOrEqual(60);
    await stage.later(61);
    expect(stage.gateway.journal).toHaveLength(1);
  });
});
