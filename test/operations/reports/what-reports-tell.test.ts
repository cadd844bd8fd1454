import { describe, expect, it } from '@jest/globals';
import type { GatewayReport } from '../../../src/domain/sms/gateway.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { listAttempts } from '../../../src/operations/sms/messages/messages.js';
import { foldReports } from '../../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { reject, TAKEN_SILENTLY } from '../../support/gateways/programmable-gateway.js';
import { drain, overhear, withGateways } from '../../support/services.js';
import { type Stage, setTheStage } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const process = useServices();

const HOUR = 3600;

describe('what gateways report', () => {
  it.each([
    ['our reference', true],
    ['its own id', false],
  ])('a failure is kept with its attempt, with the code of the gateway, by %s', async (_, reportsCarryReference) => {
    const stage = await setTheStage(process, { capabilities: { reportsCarryReference } });
    await stage.work();
    const reference = await stage.reference();
    const report = stage.gateway.reportOn({ reference }, { kind: 'failed', code: 502 });
    await receiveReports(process, stage.gateway.name, [{ ...report, rawCode: 'ABSENT 27' }]);
    await stage.work();
    expect(await stage.see()).toMatchObject({ status: 'sent', phase: 'waiting_retry' });
    const id = await stage.messageId();
    const attempts = (await listAttempts(stage.context, [id])).get(id);
    expect(attempts).toMatchObject([{ number: 1, outcome: 'accepted', delivery_code: 502, raw_code: 'ABSENT 27' }]);
  });

  it('by an id that another gateway has given moves nothing', async () => {
    const capabilities = { reportsCarryReference: false };
    const [stage, other] = [await setTheStage(process, { capabilities }), await setTheStage(process, { capabilities })];
    await stage.work();
    const report = stage.gateway.reportOn({ reference: await stage.reference() }, { kind: 'delivered' });
    await receiveReports(other.services, other.gateway.name, [report]);
    await other.work();
    expect(await stage.see()).toMatchObject({ status: 'sent' });
    await process.sql('DELETE FROM sms_reports');
  });

  it('waits where its gateway is not configured, for a process that knows it', async () => {
    const stage = await setTheStage(process);
    await stage.work();
    await stage.receive({ kind: 'delivered' });
    expect(await foldReports(withGateways(process, { gateways: [] }))).toBe(1);
    expect(await stage.see()).toMatchObject({ status: 'sent' });
    await stage.later(60);
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
  });

  it('is set aside when it cannot be folded, and holds up no other', async () => {
    const stage = await setTheStage(process);
    await stage.work();
    const reference = await stage.reference();
    const delivered = stage.gateway.reportOn({ reference }, { kind: 'delivered' });
    // As no adapter makes them: this stands for whatever nobody has thought of.
    const broken = { reference, outcome: null } as unknown as GatewayReport;
    await receiveReports(process, stage.gateway.name, [broken, delivered, broken]);
    await foldReports(stage.services);
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
    const rows = await process.sql(
      `WITH taken AS (DELETE FROM sms_reports WHERE gateway = $1 RETURNING reports)
       SELECT json_agg(report) AS reports FROM taken, json_array_elements(taken.reports) AS report`,
      [stage.gateway.name],
    );
    expect(rows).toEqual([{ reports: [broken, broken] }]);
  });

  it('is dropped with a warning where its gateway is not configured for three days', async () => {
    const { services, warnings } = overhear(withGateways(process, { gateways: [] }));
    await receiveReports(services, 'taken-out', [{ providerId: 'a', outcome: { kind: 'delivered' } }]);
    await foldReports(services);
    await services.travel(72 * HOUR + 60);
    await foldReports(services);
    const line = { gateway: 'taken-out', reports: 1 };
    expect(warnings).toEqual([[line, 'reports that come from a gateway that is not configured were dropped']]);
    expect(await foldReports(services)).toBe(0);
  });

  it('is looked at twice before it is dropped, however late the first look is', async () => {
    const { services, warnings } = overhear(withGateways(process, { gateways: [] }));
    await receiveReports(services, 'away', [{ providerId: 'a', outcome: { kind: 'delivered' } }]);
    await services.travel(72 * HOUR + 60);
    await foldReports(services);
    expect(warnings).toEqual([]);
    await services.travel(HOUR);
    expect(await foldReports(services)).toBe(1);
    expect(warnings).toHaveLength(1);
    await services.travel(HOUR);
    expect(await foldReports(services)).toBe(0);
  });

  it('a delivery of what was cancelled changes nothing, and is logged with the message', async () => {
    const stage = await setTheStage(process);
    const messageId = await stage.messageId();
    await cancelMessage(stage.context, { messageId });
    const { services, warnings } = overhear(stage.services);
    const delivered = stage.gateway.reportOn({ reference: await stage.reference() }, { kind: 'delivered' });
    await receiveReports(services, stage.gateway.name, [delivered]);
    // The first look only parks it; the second one tells, and nothing is left for a third.
    for (let looks = 0; looks < 3; looks += 1) {
      await drain(services);
      await services.travel(60);
    }
    expect(await stage.see()).toMatchObject({ status: 'cancelled' });
    const line = { gateway: stage.gateway.name, messages: 1, messageIds: [messageId] };
    expect(warnings).toEqual([[line, 'messages that were cancelled are reported as delivered']]);
  });

  it('a delivery that is reported twice is not logged', async () => {
    const stage = await setTheStage(process);
    await stage.work();
    const { services, warnings } = overhear(stage.services);
    const delivered = stage.gateway.reportOn({ reference: await stage.reference() }, { kind: 'delivered' });
    for (let times = 0; times < 2; times += 1) {
      await receiveReports(services, stage.gateway.name, [delivered]);
      await drain(services);
    }
    expect(warnings).toEqual([]);
  });

  it.each(['answer', 'report'] as const)('codes in an %s that nobody knows are logged, and seldom', async (by) => {
    const stage = await setTheStage(process, {
      recipients: 3,
      ...(by === 'answer' && { reactions: [reject(408)] }),
    });
    const { services, warnings } = overhear(stage.services);
    await drain(services);
    if (by === 'report') {
      for (const { reference } of stage.gateway.journal) {
        const report = stage.gateway.reportOn({ reference }, { kind: 'failed', code: 500 });
        await receiveReports(services, stage.gateway.name, [{ ...report, rawCode: '408' }]);
      }
      await drain(services);
    }
    const line = { gateway: stage.gateway.name, messages: 3, codes: ['408'] };
    const words = 'messages failed with 500: a code that is not known here, or an error of the gateway';
    expect(warnings).toEqual([[line, words]]);
  });
});

describe('a message remembers', () => {
  /** Whether the time of each change is stored, and equals that of its event. */
  const timesOf = async ({ services, messageId }: Stage) => {
    const rows = await services.sql<{ sent: boolean | null; delivered: boolean | null }>(
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
