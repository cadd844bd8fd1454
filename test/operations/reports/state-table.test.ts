import { describe, expect, it } from '@jest/globals';
import { SMS_PHASES, SMS_STATUSES } from '../../../src/domain/vocabulary.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { countStatuses, seeAttempts, seeEvents } from '../../support/see.js';
import { setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';
import { work } from './state-rows.js';
import { ENDED, HELD, REPORTED } from './state-rows-after-reports.js';
import { AT_INTAKE, AT_SUBMISSION, CANCELLED, TOO_LATE_TO_CANCEL } from './state-rows-before-reports.js';

const TABLE = [...AT_INTAKE, ...AT_SUBMISSION, ...HELD, ...REPORTED, ...ENDED, ...CANCELLED];

describe('the table of states', () => {
  const process = useServices();

  it.each(TABLE.map((row) => [`${row.from}: ${row.event} → ${row.becomes.join(' ')}`, row] as const))(
    '%s',
    async (_name, row) => {
      const stage = await setTheStage(process, {
        ...(row.input && { input: row.input }),
        ...(row.gateway && { reactions: row.gateway }),
        capabilities: { reportsCarryReference: row.byReference ?? false },
      });
      await row.act?.(stage);

      const { services } = stage;
      const message = await stage.see();
      expect([message.status, message.phase, message.delivery_code]).toEqual(row.becomes);
      expect(message.hold_reason).toBe(row.holdReason ?? null);
      expect(message.handed_over).toBe(row.handedOver ?? false);
      expect(await seeAttempts(services, message.id)).toEqual(row.attempts ?? []);
      expect(await seeEvents(services, message.id)).toEqual(row.events);
      // That it is queued is told by its campaign.
      const wasQueued = row.from !== '-' || message.status === 'queued';
      expect(message.revision).toBe(Number(wasQueued) + row.events.length);
      expect(await stage.counts()).toEqual({ [message.status]: 1 });

      const campaign = await seeEvents(services, stage.campaignId);
      const live = ['queued', 'held', 'sent'].includes(message.status);
      expect(campaign.filter((type) => type === 'campaign.completed')).toHaveLength(live ? 0 : 1);
    },
  );

  it('reaches every status and every phase', () => {
    const reached = new Set(TABLE.flatMap(({ becomes: [status, phase] }) => [status, phase]));
    expect([...SMS_STATUSES, ...SMS_PHASES].filter((word) => !reached.has(word))).toEqual([]);
  });

  it.each(TOO_LATE_TO_CANCEL)('cancelling is refused and changes nothing: $from', async ({ gateway, act = work }) => {
    const stage = await setTheStage(process, { reactions: [gateway] });
    await act(stage);
    const before = await stage.see();

    await expect(cancelMessage(stage.context, { messageId: before.id })).rejects.toMatchObject({
      code: 'already_dispatched',
    });
    expect(await stage.see()).toEqual(before);
  });

  it('a campaign with only numbers that cannot be sent to is complete at once', async () => {
    const stage = await setTheStage(process, {
      input: { recipients: [{ to: '12' }, { to: 'letters' }, { to: '442079460000' }] },
    });
    const { services } = stage;
    expect(await seeEvents(services, stage.campaignId)).toEqual(['campaign.accepted', 'campaign.completed']);
    expect(await stage.counts()).toEqual({ failed: 3 });
    expect(await countStatuses(services, stage.campaignId)).toEqual({ failed: 3 });
    expect((await stage.messages()).map((message) => message.delivery_code)).toEqual([403, 403, 404]);
  });
});
