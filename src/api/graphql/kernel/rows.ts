import type { chatMessageHistory } from '../../../operations/chat/chat-message-history.js';
import type { getChatMessages } from '../../../operations/chat/get-chat-messages.js';
import type { getSessions } from '../../../operations/chat/get-sessions.js';
import type { listGroups } from '../../../operations/chat/list-groups.js';
import type { listSessionChanges } from '../../../operations/chat/list-session-changes.js';
import type { readSessionQr } from '../../../operations/chat/read-session-qr.js';
import type { listAuditEntries } from '../../../operations/people/audit/list-audit-entries.js';
import type { listApiKeys } from '../../../operations/people/keys/list-api-keys.js';
import type { findOpenInvitation } from '../../../operations/people/members/find-open-invitation.js';
import type { listInvitations } from '../../../operations/people/members/list-invitations.js';
import type { listMembers } from '../../../operations/people/members/list-members.js';
import type { getOrganisation } from '../../../operations/people/organisations/get-organisation.js';
import type { campaignTimeline } from '../../../operations/sms/campaigns/campaign-timeline.js';
import type { getCampaigns } from '../../../operations/sms/campaigns/get-campaigns.js';
import type { listCampaignMessages } from '../../../operations/sms/campaigns/list-campaign-messages.js';
import type { getMessages } from '../../../operations/sms/messages/get-messages.js';
import type { listAttempts } from '../../../operations/sms/messages/list-attempts.js';
import type { messageHistory } from '../../../operations/sms/messages/message-history.js';
import type { listSenderIds } from '../../../operations/sms/senders/list-sender-ids.js';
import type { listSuppressions } from '../../../operations/sms/suppressions/list-suppressions.js';
import type { getWebhooks } from '../../../operations/webhooks/manage/get-webhooks.js';
import type { listDeliveries } from '../../../operations/webhooks/manage/list-deliveries.js';

/** The row types that operations return, so that this folder does not depend on tables. */
type Listed<Operation extends (...input: never[]) => Promise<{ readonly nodes: readonly unknown[] }>> = Awaited<
  ReturnType<Operation>
>['nodes'][number];
type Found<Operation extends (...input: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Operation>
>[number];
type Grouped<Operation extends (...input: never[]) => Promise<ReadonlyMap<string, readonly unknown[]>>> =
  Awaited<ReturnType<Operation>> extends ReadonlyMap<string, readonly (infer Row)[]> ? Row : never;

export type CampaignRow = Found<typeof getCampaigns>;
export type MessageRow = Found<typeof getMessages>;
export type TimelineRow = Found<typeof campaignTimeline>;
export type CampaignMessageRow = Listed<typeof listCampaignMessages>;
export type SuppressionRow = Listed<typeof listSuppressions>;
export type ApiKeyRow = Listed<typeof listApiKeys>;
export type AttemptRow = Grouped<typeof listAttempts>;
export type ChangeRow = Grouped<typeof messageHistory>;
export type SenderIdRow = Listed<typeof listSenderIds>;
export type AuditRow = Listed<typeof listAuditEntries>;
export type OrganisationRow = Awaited<ReturnType<typeof getOrganisation>>;
export type MemberRow = Listed<typeof listMembers>;
export type InvitationRow = Listed<typeof listInvitations>;
export type OpenInvitationRow = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>;
export type SessionRow = Found<typeof getSessions>;
export type SessionChangeRow = Grouped<typeof listSessionChanges>;
export type QrCode = NonNullable<Awaited<ReturnType<typeof readSessionQr>>>;
export type GroupRow = Listed<typeof listGroups>;
export type ChatMessageRow = Found<typeof getChatMessages>;
export type ChatChangeRow = Grouped<typeof chatMessageHistory>;
export type WebhookRow = Found<typeof getWebhooks>;
export type WebhookDeliveryRow = Listed<typeof listDeliveries>;
