import { chatMessageHistory } from '../../../operations/chat/chat-message-history.js';
import { getChatMessages } from '../../../operations/chat/get-chat-messages.js';
import { getSessions } from '../../../operations/chat/get-sessions.js';
import { listSessionChanges } from '../../../operations/chat/list-session-changes.js';
import { getCampaigns } from '../../../operations/sms/campaigns/get-campaigns.js';
import { getMessages } from '../../../operations/sms/messages/get-messages.js';
import { listAttempts } from '../../../operations/sms/messages/list-attempts.js';
import { messageHistory } from '../../../operations/sms/messages/message-history.js';
import { getWebhooks } from '../../../operations/webhooks/manage/get-webhooks.js';
import type { ResolverContext } from './context.js';
import type {
  AttemptRow,
  CampaignRow,
  ChangeRow,
  ChatChangeRow,
  ChatMessageRow,
  MessageRow,
  SessionChangeRow,
  SessionRow,
  WebhookRow,
} from './rows.js';

type Load<Value> = (id: string) => Promise<Value>;

/** Loads that all items of a page share: one statement for the whole page instead of one for each item. */
interface Batches {
  readonly campaign: Load<CampaignRow | null>;
  readonly message: Load<MessageRow | null>;
  readonly attempts: Load<readonly AttemptRow[]>;
  readonly changes: Load<readonly ChangeRow[]>;
  readonly session: Load<SessionRow | null>;
  readonly sessionChanges: Load<readonly SessionChangeRow[]>;
  readonly chatMessage: Load<ChatMessageRow | null>;
  readonly chatChanges: Load<readonly ChatChangeRow[]>;
  readonly webhook: Load<WebhookRow | null>;
}

const byContext = new WeakMap<ResolverContext, Batches>();

export function batchesOf(context: ResolverContext): Batches {
  const known = byContext.get(context);
  if (known) return known;
  const batches: Batches = {
    campaign: batched(async (ids) => byId(await getCampaigns(context, ids)), null),
    message: batched(async (ids) => byId(await getMessages(context, ids)), null),
    attempts: batched((ids) => listAttempts(context, ids), []),
    changes: batched((ids) => messageHistory(context, ids), []),
    session: batched(async (ids) => byId(await getSessions(context, ids)), null),
    sessionChanges: batched((ids) => listSessionChanges(context, ids), []),
    chatMessage: batched(async (ids) => byId(await getChatMessages(context, ids)), null),
    chatChanges: batched((ids) => chatMessageHistory(context, ids), []),
    webhook: batched(async (ids) => byId(await getWebhooks(context, ids)), null),
  };
  byContext.set(context, batches);
  return batches;
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Collects the ids that resolvers request within one turn of the event loop, and loads them together. It caches
 * nothing, because a mutation of the same request changes rows.
 */
function batched<Value, Missing>(
  loadAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  missing: Missing,
): Load<Value | Missing> {
  let gathering: { ids: Set<string>; loaded: Promise<ReadonlyMap<string, Value>> } | null = null;
  return async (id) => {
    if (!gathering) {
      const ids = new Set<string>();
      // The resolvers of the other items run in microtasks before this.
      const turn = new Promise<void>((resolve) => setImmediate(resolve));
      const loaded = turn.then(() => {
        gathering = null;
        return loadAll([...ids]);
      });
      gathering = { ids, loaded };
    }
    gathering.ids.add(id);
    return (await gathering.loaded).get(id) ?? missing;
  };
}
