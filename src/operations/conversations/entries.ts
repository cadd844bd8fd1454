import { countRows, readRows } from '../../db/lists/list.js';
import type { Walk, Walked } from '../../db/lists/walk.js';
import { CHAT_SEARCH } from '../../db/sql/chat/messages.js';
import { INBOUND_MESSAGES } from '../../db/sql/sms/inbound/inbound-messages.js';
import { SMS_SEARCH } from '../../db/sql/sms/messages/search-messages.js';
import { LIMITS } from '../../domain/limits.js';
import {
  type Count,
  CursorCodec,
  type Page,
  type PageArguments,
  pageOf,
  readSlice,
  type Slice,
} from '../../domain/paging.js';
import { numbersOf } from '../../domain/sms/inbound/own-numbers.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import type { ChatMessageRow } from '../chat/messages.js';
import type { Context } from '../context.js';
import { countFrom, forCaller, START, walkSlice } from '../kernel/reads.js';
import type { InboundMessageRow } from '../sms/inbound/inbound-messages.js';
import type { MessageRow } from '../sms/messages/messages.js';
import type { ConversationRow } from './conversations.js';

/** A message of a conversation. */
export type ConversationEntry =
  | { readonly kind: 'inbound'; readonly row: InboundMessageRow }
  | { readonly kind: 'sms'; readonly row: MessageRow }
  | { readonly kind: 'chat'; readonly row: ChatMessageRow };

/**
 * Reads a page of what was written in a conversation, newest first: what the party sent and what the organisation sent,
 * merged by ids, which are made in the order of time. What the organisation sent from another of its own numbers is
 * left out, and so is all that it sent if the caller may not read that.
 */
export async function listEntries(
  context: Context,
  conversation: ConversationRow,
  page: PageArguments,
): Promise<Page<ConversationEntry>> {
  const codec = new CursorCodec(context.secretKeys, context.caller.organisationId, `entries of ${conversation.id}`);
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const lists = [receivedIn(context, conversation), sentIn(context, conversation)];
  const walked = await Promise.all(lists.map((list) => list.read(slice)));
  const { rows, stoppedAt } = merged(walked, slice);
  return {
    ...pageOf(rows, slice, ({ row }) => codec.encode([row.id]), stoppedAt && codec.encode(stoppedAt)),
    async count() {
      const counts = await Promise.all(lists.map((list) => list.count()));
      const counted = counts.reduce((sum, count) => sum + count.counted, 0);
      const isAll = counted <= LIMITS.itemsCounted && counts.every((count) => count.isAll);
      return { counted: Math.min(counted, LIMITS.itemsCounted), isAll };
    },
  };
}

/** One of the lists that make a conversation. */
interface Part {
  read(slice: Slice): Promise<Walked<ConversationEntry>>;
  count(): Promise<Count>;
}

const NOTHING: Part = {
  read: async () => ({ rows: [], stoppedAt: null }),
  count: async () => ({ counted: 0, isAll: true }),
};

/** An index leads to what a party sent, so it needs no bounded walk. */
function receivedIn(context: Context, { id: conversationId }: ConversationRow): Part {
  const filter = { conversationId };
  return {
    async read(slice) {
      const rows = await forCaller((tx) => readRows(tx, INBOUND_MESSAGES, filter, slice))(context);
      return { rows: rows.map((row) => ({ kind: 'inbound', row })), stoppedAt: null };
    },
    count: async () => ({
      counted: await forCaller((tx) => countRows(tx, INBOUND_MESSAGES, filter))(context),
      isAll: true,
    }),
  };
}

function sentIn(context: Context, { channel, own_address, party, mobile, test }: ConversationRow): Part {
  const { numbers, caller } = context;
  if (channel === 'chat') {
    if (!caller.scopes.includes('chat:read')) return NOTHING;
    // A live key reaches the sandbox too, through a phone of the sandbox: what it sends there is no test message.
    const engine = test ? { is: SANDBOX_GATEWAY } : { isNot: SANDBOX_GATEWAY };
    const filter = { sessionId: own_address, to: mobile ?? party, engine };
    return walkedPart(context, CHAT_SEARCH, filter, (row) => ({ kind: 'chat', row }));
  }
  if (mobile === null || !caller.scopes.includes('sms:read')) return NOTHING;
  const own = numbersOf(numbers, caller.organisationId).map(({ number }) => number);
  const filter = { to: mobile, test, exceptFrom: own.filter((number) => number !== own_address) };
  return walkedPart(context, SMS_SEARCH, filter, (row) => ({ kind: 'sms', row }));
}

function walkedPart<Row extends object, Filter extends object>(
  context: Context,
  walk: Walk<Row, Filter>,
  filter: Filter,
  toEntry: (row: Row) => ConversationEntry,
): Part {
  return {
    async read(slice) {
      const { rows, stoppedAt } = await walkSlice(context, walk, filter, slice);
      return { rows: rows.map(toEntry), stoppedAt };
    },
    count: () => countFrom(context, walk, filter, START),
  };
}

/**
 * Merges slices in the direction in which they were read. If one list stopped at a place, the page ends there: behind
 * it, that list may have rows that come before those of the other.
 */
export function merged<Entry extends { readonly row: { readonly id: string } }>(
  parts: readonly Walked<Entry>[],
  { backwards }: Pick<Slice, 'backwards'>,
): Walked<Entry> {
  const isBefore = (id: string, other: string) => (backwards ? id < other : id > other);
  const stops = parts.flatMap(({ stoppedAt }) => (stoppedAt === null ? [] : [String(stoppedAt[0])]));
  const [stop = null] = stops.toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  const rows = parts
    .flatMap((part) => part.rows)
    .filter(({ row }) => stop === null || !isBefore(stop, row.id))
    .toSorted((a, b) => (isBefore(a.row.id, b.row.id) ? -1 : 1));
  return { rows, stoppedAt: stop === null ? null : [stop] };
}
