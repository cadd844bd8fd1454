import DataLoader from 'dataloader';
import { chatMessageHistory, getChatMessages } from '../../../operations/chat/messages.js';
import { getSessions, listSessionChanges } from '../../../operations/chat/sessions.js';
import { findSuppressedParties, getConversations } from '../../../operations/conversations/conversations.js';
import { getNames } from '../../../operations/people/members.js';
import { campaignOutcomes, campaignSums, getCampaigns } from '../../../operations/sms/campaigns/campaigns.js';
import { findOutages } from '../../../operations/sms/gateways/gateway-states.js';
import { getInboundMessages } from '../../../operations/sms/inbound/inbound-messages.js';
import { getMessages, listAttempts, messageHistory } from '../../../operations/sms/messages/messages.js';
import {
  getDeliveredEvents,
  getWebhooks,
  listRecentDeliveries,
  listWebhookBacklogs,
} from '../../../operations/webhooks/manage/webhooks.js';
import type { ResolverContext } from './context.js';

type Batches = ReturnType<typeof openBatches>;

const byContext = new WeakMap<ResolverContext, Batches>();

export function batchesOf(context: ResolverContext): Batches {
  const known = byContext.get(context);
  if (known) return known;
  const batches = openBatches(context);
  byContext.set(context, batches);
  return batches;
}

/** One question to the database for what the lines of a page would ask one by one. */
const openBatches = (context: ResolverContext) => ({
  campaign: batched(async (ids) => byId(await getCampaigns(context, ids)), null),
  outage: batched(() => findOutages(context), null),
  campaignOutcomes: batched(
    async (ids) => Map.groupBy(await campaignOutcomes(context, ids), (row) => row.campaign_id),
    [],
  ),
  campaignSums: batched(async (ids) => byId(await campaignSums(context, ids)), null),
  message: batched(async (ids) => byId(await getMessages(context, ids)), null),
  conversation: batched(async (ids) => byId(await getConversations(context, ids)), null),
  partySuppression: batched((ids) => findSuppressedParties(context, ids), null),
  inboundMessage: batched(async (ids) => byId(await getInboundMessages(context, ids)), null),
  attempts: batched((ids) => listAttempts(context, ids), []),
  changes: batched((ids) => messageHistory(context, ids), []),
  session: batched(async (ids) => byId(await getSessions(context, ids)), null),
  sessionChanges: batched((ids) => listSessionChanges(context, ids), []),
  chatMessage: batched(async (ids) => byId(await getChatMessages(context, ids)), null),
  chatChanges: batched((ids) => chatMessageHistory(context, ids), []),
  personName: batched(async (ids) => new Map((await getNames(context, ids)).map(({ id, name }) => [id, name])), null),
  webhook: batched(async (ids) => byId(await getWebhooks(context, ids)), null),
  webhookBacklog: batched(async (ids) => byId(await listWebhookBacklogs(context, ids)), null),
  recentDeliveries: batched(async (ids) => byId(await listRecentDeliveries(context, ids)), null),
  deliveredEvent: batched(async (sequences) => {
    const events = await getDeliveredEvents(context, sequences.map(Number));
    return new Map(events.map((event) => [String(event.sequence), event]));
  }, null),
});

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Loads together what resolvers ask for in one turn of the event loop. */
function batched<Value>(
  loadAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  missing: Value,
): (id: string) => Promise<Value> {
  const loader = new DataLoader<string, Value>(
    async (ids) => {
      const loaded = await loadAll([...new Set(ids)]);
      return ids.map((id) => loaded.get(id) ?? missing);
    },
    // No cache, because a mutation of the same request changes rows. The resolvers of the other items run in microtasks
    // before the batch.
    { cache: false, batchScheduleFn: (load) => void setImmediate(load) },
  );
  return (id) => loader.load(id);
}
