import { deleteSession } from '../../../src/operations/chat/control-session.js';
import { createSession } from '../../../src/operations/chat/create-session.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { listGroups } from '../../../src/operations/chat/groups.js';
import { sendChatMessage } from '../../../src/operations/chat/send.js';
import type { Context } from '../../../src/operations/context.js';
import { createExportLink } from '../../../src/operations/exports/create-export-link.js';
import { createApiKey } from '../../../src/operations/people/api-keys.js';
import { inviteMember } from '../../../src/operations/people/invitations.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { createSenderId } from '../../../src/operations/sms/senders/sender-ids.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { createWebhook } from '../../../src/operations/webhooks/manage/configure.js';
import { addDelivery } from '../event-log.js';
import { createProgrammableEngine } from '../gateways/programmable-engine.js';
import {
  accept,
  createProgrammableGateway,
  NO_CREDIT,
  type Reaction,
  reject,
} from '../gateways/programmable-gateway.js';
import { giveKey, newMember } from '../people/members.js';
import { drain, mobile, mobiles, startServices, type TestServices } from '../services.js';
import type { TestDatabase } from './database.js';
import { addRowsOfHousekeeping } from './rows-of-housekeeping.js';

/**
 * Services on the database, and what gives an organisation of theirs rows in every table that belongs to organisations.
 */
export async function startFilling(database: TestDatabase) {
  const reactions = new Map<string, Reaction>([
    [mobile(0), reject(402)],
    [mobile(1), { ...accept(), says: { partIds: ['a-part', 'another'] } }],
    [mobile(2), accept()],
  ]);
  const gateway = createProgrammableGateway({ react: ({ to }) => reactions.get(to) ?? NO_CREDIT });
  const groups = [{ chatId: 'a@g.us', name: 'A group', participantCount: 2 }];
  const engine = createProgrammableEngine({ groups: () => ({ kind: 'done', value: groups }) });
  const services = await startServices(database, { gateways: [gateway], engines: [engine] });
  const fill = async (owner: Context): Promise<void> => {
    const bulk = await sendBulkSms(owner, { message: 'Hello', recipients: mobiles(5), idempotencyKey: 'a-key' });
    const { id: sessionId } = (await createSession(owner, { name: 'A phone' })).result;
    await listGroups(owner, { sessionId, first: 1 });
    await sendChatMessage(owner, { sessionId, to: 'a@g.us', type: 'text', message: 'Hello' }, 'group');
    const messageId = engine.sent.at(-1)?.message.proposedId ?? '';
    const ack = { kind: 'ack', sessionId, messageId, ack: 'read', participant: 'somebody' } as const;
    await receiveEngineReports(services, engine.name, [ack]);
    await drain(services);
    const accepted = gateway.journal.filter(({ to }) => to === mobile(2));
    const reports = accepted.map((entry) => gateway.reportOn(entry, { kind: 'delivered' }));
    await receiveReports(services, gateway.name, reports);
    await drain(services);
    await retryCampaign(owner, { campaignId: bulk.result.id });
    await fillTablesOfCalls(services, owner);
  };
  return { services, fill };
}

async function fillTablesOfCalls(services: TestServices, owner: Context): Promise<void> {
  const { organisationId } = owner.caller;
  await deleteSession(owner, { sessionId: (await createSession(owner, { name: 'Another' })).result.id });
  await addSuppressions(owner, { numbers: [{ mobile: mobile(9) }] });
  const { result } = await createWebhook(owner, { url: 'http://127.0.0.1:9/hook' });
  await addDelivery(services, organisationId, result.webhook.id);
  await createApiKey(owner, { organisationId, name: 'A key', mode: 'live', scopes: ['sms:send'] });
  await giveKey(services, organisationId);
  const { context: admin } = await newMember(services, organisationId, 'admin');
  await inviteMember(admin, { email: 'somebody@example.org', role: 'viewer' }, { mailed: false });
  await createSenderId(owner, { name: 'Kiosk' });
  await createExportLink(owner, { what: 'messages' });
  await addRowsOfHousekeeping((text, values) => services.sql(text, values), organisationId);
}
