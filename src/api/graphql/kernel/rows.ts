import type { listGroups } from '../../../operations/chat/groups.js';
import type { chatMessageHistory, getChatMessages } from '../../../operations/chat/messages.js';
import type { readSessionQr } from '../../../operations/chat/pairing.js';
import type { getSessions, listSessionChanges } from '../../../operations/chat/sessions.js';
import type { listExportLinks } from '../../../operations/exports/export-links.js';
import type { listApiKeys } from '../../../operations/people/api-keys.js';
import type { listAuditEntries } from '../../../operations/people/audit-log.js';
import type { findOpenInvitation, listInvitations } from '../../../operations/people/invitations.js';
import type { listMembers } from '../../../operations/people/members.js';
import type { getOrganisation } from '../../../operations/people/organisations.js';
import type { listOwnSessions } from '../../../operations/people/own-account.js';
import type { listCampaignMessages } from '../../../operations/sms/campaigns/campaign-messages.js';
import type { campaignTimeline, getCampaigns } from '../../../operations/sms/campaigns/campaigns.js';
import type { getMessages, listAttempts } from '../../../operations/sms/messages/messages.js';
import type { listSenderIds } from '../../../operations/sms/senders/sender-ids.js';
import type { listSuppressions } from '../../../operations/sms/suppressions/suppressions.js';
import type { getWebhooks, listDeliveries } from '../../../operations/webhooks/manage/webhooks.js';

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
export type SenderIdRow = Listed<typeof listSenderIds>;
export type AuditRow = Listed<typeof listAuditEntries>;
export type OrganisationRow = Awaited<ReturnType<typeof getOrganisation>>;
export type MemberRow = Listed<typeof listMembers>;
export type ExportLinkRow = Listed<typeof listExportLinks>;
export type InvitationRow = Listed<typeof listInvitations>;
export type OpenInvitationRow = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>;
export type PersonSessionRow = Found<typeof listOwnSessions>;
export type SessionRow = Found<typeof getSessions>;
export type SessionChangeRow = Grouped<typeof listSessionChanges>;
export type QrCode = NonNullable<Awaited<ReturnType<typeof readSessionQr>>>;
export type GroupRow = Listed<typeof listGroups>;
export type ChatMessageRow = Found<typeof getChatMessages>;
export type ChatChangeRow = Grouped<typeof chatMessageHistory>;
export type WebhookRow = Found<typeof getWebhooks>;
export type WebhookDeliveryRow = Listed<typeof listDeliveries>;
