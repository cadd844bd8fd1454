import { missingScope, notFound } from '../../domain/errors.js';
import { type DescribedEvent, kindOf } from '../../domain/events/event.js';
import { visibleTypes } from '../../domain/events/visibility.js';
import type { PullStream } from '../../lib/async/pull-stream.js';
import { isUuid } from '../../lib/ids.js';
import { findChatMessage } from '../chat/get-chat-messages.js';
import type { Context } from '../context.js';
import { getCampaigns } from '../sms/campaigns/get-campaigns.js';
import { getMessages } from '../sms/messages/get-messages.js';
import type { EventFeed } from './event-feed.js';
import { followEvents } from './follow-events.js';

export interface FollowedMessages {
  readonly campaignId?: string | null | undefined;
  /** Of an SMS, or of a chat message as either of its ids. */
  readonly messageId?: string | null | undefined;
}

const MESSAGES: ReadonlySet<string> = new Set(['sms', 'chat_message']);

/** What happens to the messages that the caller may read: to all, to those of a campaign, or to one. */
export async function followMessages(
  context: Context,
  feed: EventFeed,
  { campaignId = null, messageId = null }: FollowedMessages,
): Promise<PullStream<DescribedEvent>> {
  const { caller } = context;
  const { organisationId, scopes } = caller;
  const types = new Set(visibleTypes(scopes).filter((type) => MESSAGES.has(kindOf(type))));
  if (types.size === 0) throw missingScope(caller, 'one of the scopes sms:read and chat:read');
  if (campaignId !== null) await checkCampaign(context, campaignId);
  const subjectId = messageId === null ? null : await findSubject(context, messageId);
  return followEvents(
    feed,
    organisationId,
    (event) =>
      types.has(event.type) &&
      (campaignId === null || event.campaignId === campaignId) &&
      (subjectId === null || event.subjectId === subjectId),
  );
}

async function checkCampaign(context: Context, campaignId: string): Promise<void> {
  const { caller } = context;
  if (!caller.scopes.includes('sms:read')) throw missingScope(caller, 'the scope sms:read');
  const [campaign] = await getCampaigns(context, [campaignId]);
  if (!campaign) throw notFound('Campaign');
}

async function findSubject(context: Context, messageId: string): Promise<string> {
  const { scopes } = context.caller;
  const [sms] = scopes.includes('sms:read') && isUuid(messageId) ? await getMessages(context, [messageId]) : [];
  const message = sms ?? (scopes.includes('chat:read') ? await findChatMessage(context, messageId) : null);
  if (!message) throw notFound('Message');
  return message.id;
}
