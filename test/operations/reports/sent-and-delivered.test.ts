import { describe, expect, it } from '@jest/globals';
import { TAKEN_SILENTLY } from '../../support/gateways/programmable-gateway.js';
import { type Stage, setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

describe('a message remembers', () => {
  const process = useServices();

  /** Whether the time of each change is stored, and equals that of its event. */
  const timesOf = async ({ services, messageId }: Stage) => {
    const { rows } = await services.superuser.query<{ sent: boolean | null; delivered: boolean | null }>(
      `SELECT abs(extract(epoch FROM m.sent_at - e.sent)) < 1 AS sent,
              abs(extract(epoch FROM m.delivered_at - e.delivered)) < 1 AS delivered
       FROM sms_messages m,
            (SELECT max(created_at) FILTER (WHERE type = 'sms.sent') AS sent,
                    max(created_at) FILTER (WHERE type = 'sms.delivered') AS delivered
             FROM events WHERE $1 = subject_id OR $1 = ANY (subject_ids)) AS e
       WHERE m.id = $1`,
      [await messageId()],
    );
    return rows[0];
  };

  it('when it was sent, and when it was delivered, and nothing later changes that', async () => {
    const stage = await setTheStage(process);
    expect(await timesOf(stage)).toEqual({ sent: null, delivered: null });
    await stage.work();
    expect(await timesOf(stage)).toEqual({ sent: true, delivered: null });
    await stage.later(90);
    await stage.report({ kind: 'delivered' });
    expect(await timesOf(stage)).toEqual({ sent: true, delivered: true });
    await stage.later(90);
    await stage.report({ kind: 'sent' });
    await stage.report({ kind: 'delivered' });
    expect(await timesOf(stage)).toEqual({ sent: true, delivered: true });
  });

  it('only that it was delivered, if the answer of the gateway was lost', async () => {
    const stage = await setTheStage(process, { reactions: [TAKEN_SILENTLY] });
    await stage.work();
    await stage.report({ kind: 'delivered' });
    expect(await timesOf(stage)).toEqual({ sent: null, delivered: true });
  });

  it('that it was delivered after all', async () => {
    const stage = await setTheStage(process);
    await stage.work();
    await stage.report({ kind: 'failed', code: 502 });
    expect(await timesOf(stage)).toEqual({ sent: true, delivered: null });
    await stage.report({ kind: 'delivered' });
    expect(await timesOf(stage)).toEqual({ sent: true, delivered: true });
  });
});
