import type { FieldError } from '../../domain/errors.js';

/**
 * What other services call things that change what a call does. Their names are refused where they would change it:
 * ignored, a `send_at` would send at once, a `dry_run` for real, and a list with an `offset` would be its first page
 * for ever. Names that change nothing, or nothing that is meant, are not here and stay ignored.
 */
interface ForeignNames {
  readonly means: string;
  readonly names: readonly string[];
  /** Our names for it: an error suggests the first that the call has. */
  readonly ours: readonly string[];
  /** In calls of other kinds the names change nothing. */
  readonly in?: CallKind;
  /** Says how to page. */
  readonly isOfPages?: true;
  /** Refused in the items of a list alone. */
  readonly isOfItems?: true;
  /** What a call that has none of our names says; without it, such a call ignores the name. */
  readonly otherwise?: string;
}

/** A call that sends, or says when; one that changes something; one that lists, or says what; one that has pages. */
export type CallKind = 'sends' | 'changes' | 'lists' | 'pages';

const RECIPIENT = ['mobile', 'msisdn', 'number', 'phone', 'phone_number', 'recipient', 'destination'];
const TEXT = ['text', 'body', 'content'];

const NO_FILTER = 'This list cannot be filtered by it.';
const NO_PAGES = 'There are no pages: the answer is always complete.';

const words = (list: string) => list.split(' ');

/** What a list may be filtered by. */
const condition = (means: string, names: readonly string[], ours: readonly string[]): ForeignNames => ({
  means,
  names,
  ours,
  in: 'lists',
  otherwise: NO_FILTER,
});

const FOREIGN_NAMES: readonly ForeignNames[] = [
  {
    means: 'the time of the send',
    names: words(
      'send_at send_on send_time send_date schedule scheduled scheduled_for scheduled_time schedule_at ' +
        'schedule_time schedule_date deliver_at delivery_at delivery_time delivery_date',
    ),
    ours: ['scheduled_at'],
    in: 'sends',
    otherwise: 'A chat message is sent at once.',
  },
  {
    means: 'the time until which it may be sent',
    names: words('validity validity_period validity_time ttl time_to_live expire_at expires_at expiry'),
    ours: ['valid_until'],
    in: 'sends',
  },
  {
    means: 'a call that changes nothing',
    names: words(
      'dry_run dry test test_mode test_send is_test sandbox sandbox_mode demo trial simulate simulation ' +
        'preview_only validate_only',
    ),
    ours: ['test'],
    in: 'changes',
    otherwise: 'This call does what it says. What a key that begins with `pr_test_` sends goes to the sandbox.',
  },
  {
    means: 'a text of one recipient',
    names: TEXT,
    ours: ['message'],
    in: 'sends',
    isOfItems: true,
  },
  {
    means: 'the key of a call that is repeated',
    names: words('idempotency_key idempotency_token deduplication_id dedupe_key'),
    ours: [],
    in: 'sends',
    otherwise: 'Give the key in the header `Idempotency-Key`.',
  },
  condition(
    'what was created from a time on',
    words(
      'from from_date date_from since start start_date start_time created_from created_at created_at_gte ' +
        'created_at_gt created_gte sent_after date day min_date received_after received_at completed_after',
    ),
    ['created_after', 'since', 'from'],
  ),
  condition(
    'what was created before a time',
    words(
      'to_date date_to until end end_date end_time created_to created_until max_date created_at_lte ' +
        'created_at_lt created_lte sent_before received_before completed_before',
    ),
    ['created_before', 'until', 'to'],
  ),
  {
    means: 'the sender',
    names: words(
      'from from_name from_number sender sender_name sender_address originator orig source_address alpha_sender',
    ),
    ours: ['sender_id'],
  },
  condition('who has sent it, or to which number', words('sender from_number own_number'), ['sender_id']),
  condition('what is of the sandbox', words('test is_test test_mode sandbox live'), ['test']),
  {
    means: 'the length of a page',
    names: words('limit per_page size take first count max_results results_per_page'),
    ours: ['page_size'],
    in: 'lists',
    isOfPages: true,
  },
  {
    means: 'the number of a page or of a result',
    names: words('page page_number offset skip start_index'),
    ours: ['page', 'after'],
    in: 'lists',
    isOfPages: true,
    otherwise: 'This list has no numbered pages or results: follow `next`.',
  },
  {
    means: 'the place to go on from',
    names: words('page_token next_token next_cursor continuation_token starting_after marker'),
    ours: ['cursor', 'after'],
    in: 'lists',
    isOfPages: true,
  },
  {
    means: 'words to look for',
    names: words('search q query keyword filter filters where'),
    ours: ['search'],
    in: 'lists',
    otherwise: 'This list has no search.',
  },
  {
    means: 'the order of a list',
    names: words('order order_by ordering sort sort_by sort_order'),
    ours: ['order_by'],
    in: 'lists',
    otherwise: 'The order of this list is fixed.',
  },
  condition('the recipient', [...RECIPIENT, 'mobiles'], ['mobile', 'to']),
  condition('the state', words('status statuses status_in state states'), ['message_statuses', 'statuses', 'status']),
  condition('the outcome', words('code codes error_code delivery_code delivery_codes'), [
    'delivery_codes',
    'delivery_code',
  ]),
  condition('the message', words('id ids message_id message_ids'), []),
  condition('your reference', words('reference ref client_ref custom_id external_id'), ['reference']),
  condition('the campaign', words('campaign campaign_id batch_id bulk_id'), ['campaign_id']),
];

/** Normalises a name: `scheduledAt`, `scheduled-at`, `SCHEDULED_AT` and `scheduled_at[]` look like `scheduled_at`. */
export const looksOf = (name: string) => name.replace(/[_\-[\]. ]/g, '').toLowerCase();

const BY_LOOKS = Map.groupBy(
  FOREIGN_NAMES.flatMap((foreign) =>
    [...new Set([...foreign.names, ...foreign.ours])].map((name) => ({ name, foreign })),
  ),
  ({ name }) => looksOf(name),
);

interface Place {
  readonly kinds: ReadonlySet<CallKind>;
  /** The object in which the name stands, and whether a name is known there, or anywhere in the call. */
  readonly object: Readonly<Record<string, unknown>>;
  readonly isItem: boolean;
  knows(name: string): boolean;
  knowsElsewhere(name: string): boolean;
}

/** What clients send to say "not". */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['null', '', 'false', '0', 'no', 'off', 'none', '[]', '{}']);

/** Of an object its JSON: callers choose what its `toString` is. */
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Whether two names say the same: a flag as a word, a number with and without its plus, a time in two spellings. */
function areSame(one: unknown, other: unknown): boolean {
  const [a, b] = [textOf(one).replace(/^\+/, ''), textOf(other).replace(/^\+/, '')];
  return a === b || (TIME.test(a) && TIME.test(b) && Date.parse(a) === Date.parse(b));
}

/** `Date.parse` takes words with a number, such as `Shop 1`, for a time as well. */
const TIME = /^\d{4}-\d\d-\d\dT/;

const concerns = ({ in: kind, isOfItems }: ForeignNames, { kinds, isItem }: Place) =>
  (kind === undefined || kinds.has(kind)) && (isItem || !isOfItems);

/** What to tell a caller whose call has an unknown name; undefined if the name can be ignored. */
export function complaintAbout(name: string, place: Place): string | undefined {
  const { kinds, object, knows, knowsElsewhere } = place;
  const meanings = BY_LOOKS.get(looksOf(name));
  const value = object[name];
  if (!meanings || SAYS_NOTHING.has(textOf(value).toLowerCase())) return;
  const meant = meanings.map(({ foreign }) => foreign).filter((foreign) => concerns(foreign, place));
  const names = meant.flatMap(({ ours }) => ours);
  const ours = names.find(knows);
  if (ours !== undefined) return areSame(value, object[ours]) ? undefined : `Unknown name. Did you mean \`${ours}\`?`;
  const elsewhere = names.find(knowsElsewhere);
  if (elsewhere !== undefined) return `Unknown name here. \`${elsewhere}\` stands elsewhere in the call.`;
  const without = (foreign: ForeignNames) => (foreign.isOfPages && !kinds.has('pages') ? NO_PAGES : foreign.otherwise);
  const otherwise = meant.map(without).find((one) => one !== undefined);
  return otherwise && `Unknown name. ${otherwise}`;
}

/** What other services call our required fields. They change nothing if the call has ours too. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['to', [...RECIPIENT, 'chat_id']],
  ['message', [...TEXT, 'sms', 'caption']],
  ['url', ['media_url', 'media', 'link', 'file', 'file_url', 'image', 'image_url', 'document', 'audio', 'video']],
  ['recipients', ['to', 'numbers', 'mobiles', 'contacts', 'messages']],
]);

/** Names the ignored field by which the caller may have meant a missing one. */
export function withSuggestion(error: FieldError, ignored: readonly string[]): FieldError {
  const [name = '', ...inside] = error.path;
  if (error.code !== 'required' || inside.length > 0) return error;
  const meant = OTHER_NAMES.get(name)?.find((other) => ignored.includes(other));
  return meant ? { ...error, message: `${error.message} Did you mean \`${name}\` instead of \`${meant}\`?` } : error;
}

/** What other services call our words. */
const FOREIGN_WORDS: ReadonlyMap<unknown, string> = new Map([
  ['document', 'file'],
  ['pdf', 'file'],
  ['audio', 'voice'],
  ['ptt', 'voice'],
  ['picture', 'image'],
  ['photo', 'image'],
  ['chat', 'text'],
]);

/** The end of an error about a word that is not among ours. */
export function suggestedWord(word: unknown, words: readonly string[]): string {
  const ours = FOREIGN_WORDS.get(word);
  return ours !== undefined && words.includes(ours) ? ` Did you mean \`${ours}\`?` : '';
}

/** The table in Markdown, for the documentation. */
export const FOREIGN_NAME_LIST = FOREIGN_NAMES.map(({ means, names, ours }) => {
  const quoted = (list: readonly string[]) => list.map((name) => `\`${name}\``);
  return `- ${means}: ${quoted(names).join(', ')}${ours.length > 0 ? ` (here ${quoted(ours).join(' or ')})` : ''}`;
}).join('\n');
