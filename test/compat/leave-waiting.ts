import { setTimeout as sleep } from 'node:timers/promises';
import type { WakeUp } from '../../src/domain/context.js';
import type { GatewayReport, ReportOutcome } from '../../src/domain/sms/gateway.js';
import { encodeReference } from '../../src/domain/sms/reference.js';
import { receiveEngineReports } from '../../src/operations/chat/engine-reports.js';
import { dispatchNext } from '../../src/operations/sms/dispatch/turn.js';
import { foldReports } from '../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../src/operations/sms/reports/receive-reports.js';
import { openQueue } from '../../src/queue/queue.js';
import type { Customer, TestApi } from '../http/start-api.js';
import type { Carried } from './carried.js';

const OUTCOMES: readonly ReportOutcome[] = [
  { kind: 'sent' },
  { kind: 'queued' },
  { kind: 'held' },
  { kind: 'delivered' },
  { kind: 'failed', code: 502 },
];

/** Messages that are handed over, with a report of each kind in the inbox, and one that matches nothing. */
export async function leaveReports(api: TestApi, customer: Customer, sessionId: string) {
  const { services } = api;
  const { organisationId } = customer;
  const recipients = OUTCOMES.map((_, place) => `25471131430${place}`);
  const { body } = await customer.sendBulkSms({ recipients });
  while (await dispatchNext(services, { gateway: 'sandbox', organisationId }));
  await sleep(50);
  await api.sql('DELETE FROM sms_reports');
  const messages = await api.sql<{ id: string }>(
    'SELECT id FROM sms_messages WHERE campaign_id = $1 ORDER BY position',
    [body.campaign_id],
  );
  const reports: GatewayReport[] = OUTCOMES.map((outcome, place) => {
    const messageId = messages[place]?.id ?? '';
    return { reference: encodeReference({ organisationId, messageId, attempt: 1 }), providerId: `p${place}`, outcome };
  });
  await receiveReports(services, 'sandbox', [
    { providerId: 'unknown', outcome: { kind: 'delivered' }, rawCode: '000' },
  ]);
  await foldReports(services);
  await receiveReports(services, 'sandbox', reports);
  const chatMessageIds: string[] = [];
  for (const ack of ['sent', 'delivered', 'read', 'failed'] as const) {
    // Taken, and never acknowledged by the sandbox itself.
    const to = '12025550121';
    const { body: sent } = await customer.call('POST', `/v1/chatapp/${sessionId}/send/`, {
      type: 'text',
      message: ack,
      to,
    });
    chatMessageIds.push(sent.message_id);
    await receiveEngineReports(services, 'sandbox', [{ kind: 'ack', sessionId, messageId: sent.message_id, to, ack }]);
  }
  const facts = { state: 'disconnected', reason: 'phone_not_connected', phoneNumber: '254711314081' } as const;
  await receiveEngineReports(services, 'sandbox', [{ kind: 'session', sessionId, atMs: Date.now(), ...facts }]);
  return { campaignId: body.campaign_id as string, chatMessageIds };
}

export async function readInGroup(
  api: TestApi,
  { sessionId, messageId, known }: Carried['participants'],
): Promise<void> {
  const ack = { kind: 'ack', sessionId, messageId, participant: known, ack: 'read' } as const;
  await receiveEngineReports(api.services, 'sandbox', [ack]);
}

/** Hands every kind of job to the queue, in both ways. */
export async function announceAll({ services }: TestApi, organisationId: string): Promise<WakeUp[]> {
  const wakeUps: WakeUp[] = [
    { job: 'sms-dispatch', gateway: 'sandbox' },
    { job: 'sms-reports' },
    { job: 'chat-reports' },
    { job: 'webhooks' },
    { job: 'mails' },
  ];
  const url = services.db.orm.config.get('clientUrl') ?? '';
  const queue = openQueue({ url, logger: services.logger }, { onHint: null });
  for (const wakeUp of wakeUps) {
    await services.db.inOrganisation(organisationId, (tx) => queue.hints.announce(tx, wakeUp));
  }
  await queue.stop();
  return wakeUps;
}
