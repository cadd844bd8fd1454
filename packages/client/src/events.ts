import { callOperation } from './api.js';
import type { Connection } from './connection.js';
import type {
  CampaignEventData,
  ChatMessageEventData,
  EventType,
  SessionEventData,
  SmsEventData,
  WebhookEventData,
} from './generated/rest.js';
import type { CallOptions } from './options.js';
import { aborted, sleep } from './retries.js';

interface EventOf<Type, Data> {
  /** The same in the log and in every post: skip an event whose id you have handled. */
  id: string;
  type: Type;
  timestamp: string;
  data: Data;
}

type Known<Family extends string> = Extract<EventType, `${Family}.${string}`>;

export type SmsEvent = EventOf<Known<'sms'>, SmsEventData>;
export type CampaignEvent = EventOf<Known<'campaign'>, CampaignEventData>;
export type ChatMessageEvent = EventOf<Known<'chat_message'>, ChatMessageEventData>;
export type SessionEvent = EventOf<Known<'session'>, SessionEventData>;
export type WebhookEvent = EventOf<Known<'webhook'>, WebhookEventData>;

/**
 * An event of the log, and of webhooks. `type` tells what `data` has. A later version of the server may have further
 * types, so pass over those that you do not know.
 */
export type PostriderEvent = SmsEvent | CampaignEvent | ChatMessageEvent | SessionEvent | WebhookEvent;

export interface EventQuery {
  /** The `data.sequence` of the last event that you have handled; from the oldest event on if omitted. */
  readonly after?: number | undefined;
  /** Only these types. */
  readonly types?: readonly EventType[] | undefined;
  /** Goes on with events that are still to come, and ends only by `signal`. */
  readonly follow?: boolean | undefined;
}

const EVENTS_PER_PAGE = 1_000;
const FOLLOW_INTERVAL_MS = 3_000;

/** Yields the events of the log, in order. */
export async function* readEvents(
  connection: Connection,
  { after: first, types, follow = false }: EventQuery,
  options: CallOptions = {},
): AsyncGenerator<PostriderEvent, void, undefined> {
  const { signal } = options;
  for (let after = first; ; ) {
    const query = { after, types: types?.join(','), page_size: EVENTS_PER_PAGE };
    const page = await callOperation(connection, 'listEvents', { query }, options);
    yield* page.results as unknown as PostriderEvent[];
    after = page.last_sequence;
    if (page.has_more) continue;
    if (!follow) return;
    await sleep(FOLLOW_INTERVAL_MS, signal);
    if (signal?.aborted) throw aborted(signal);
  }
}
