import { callOperation } from './api.js';
import type { Connection } from './connection.js';
import type { EventBody, EventType } from './generated/rest.js';
import type { CallOptions } from './options.js';
import { aborted, sleep } from './retries.js';

/**
 * An event of the log, and of webhooks. `type` tells what `data` has. A later version of the server may have further
 * types, so pass over those that you do not know.
 */
export type PostriderEvent = EventBody & {
  /** The same in the log and in every post: skip an event whose id you have handled. */
  id: string;
};

type Known<Type extends string> = Extract<PostriderEvent, { type: Type }>;

/** A person has sent an SMS. */
export type InboundEvent = Known<'sms.received'>;
/** A person has written to a phone. */
export type InboundChatEvent = Known<'chat_message.received'>;
export type SmsEvent = Exclude<Known<`sms.${string}`>, InboundEvent>;
export type ChatMessageEvent = Exclude<Known<`chat_message.${string}`>, InboundChatEvent>;
export type CampaignEvent = Known<`campaign.${string}`>;
export type ConsentEvent = Known<`consent.${string}`>;
export type SessionEvent = Known<`session.${string}`>;
export type GatewayEvent = Known<`gateway.${string}`>;
export type WebhookEvent = Known<`webhook.${string}`>;

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
