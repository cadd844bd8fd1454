import { countRows, type List, placeOf, readRows } from '../../db/lists/list.js';
import { shortened, type Walk, walkRows } from '../../db/lists/walk.js';
import type { OrganisationSql } from '../../db/postgres/transaction.js';
import { CHAT_SEARCH, type ChatMessageConditions } from '../../db/sql/chat/messages.js';
import { countEvents, readLogEnds } from '../../db/sql/events/log.js';
import { EXPORTED_CAMPAIGN_MESSAGES } from '../../db/sql/sms/campaigns/campaign-messages.js';
import { type CampaignConditions, campaignSearch } from '../../db/sql/sms/campaigns/campaigns.js';
import { sumAccepted } from '../../db/sql/sms/campaigns/statistics.js';
import { INBOUND_SEARCH } from '../../db/sql/sms/inbound/inbound-messages.js';
import type { MessageConditions, MessageRow } from '../../db/sql/sms/messages/messages.js';
import { SMS_SEARCH } from '../../db/sql/sms/messages/search-messages.js';
import { CONSENT_SEARCH } from '../../db/sql/sms/recipients/consent-changes.js';
import { SUPPRESSIONS } from '../../db/sql/sms/recipients/suppressions.js';
import { readBound } from '../../db/sql/upkeep/old-messages.js';
import { seesAddresses } from '../../domain/context.js';
import { EventsExpiredError, invalidField } from '../../domain/errors.js';
import { type DescribedEvent, type EventType, visibleOrAll } from '../../domain/events/event.js';
import type { ExportContent } from '../../domain/exports/export-link.js';
import type { Count, CursorKey } from '../../domain/paging.js';
import { isUuid, timeOfId } from '../../lib/ids.js';
import type { Context } from '../context.js';
import { readPage } from '../events/event-log.js';
import { countFrom, forCaller } from '../kernel/reads.js';
import { getNames, UNNAMED_PERSON } from '../people/members.js';
import { getCampaigns } from '../sms/campaigns/campaigns.js';
import {
  CAMPAIGN,
  CAMPAIGN_MESSAGE,
  CHAT_MESSAGE,
  CONSENT_CHANGE,
  type Columns,
  EVENT,
  INBOUND_MESSAGE,
  MESSAGE,
  type MessageLine,
  SUPPRESSION,
  type WithSender,
} from './rows.js';

/** The rows of an export after `from`; null: from the start. */
interface Part {
  readonly content: ExportContent;
  readonly from: CursorKey | null;
}

/** Where an export reads its rows. */
export interface Source<Row> {
  readonly columns: Columns<Row>;
  /** Reads the last column of a row. Returns null if it cannot be one. */
  placeOf(after: string): CursorKey | null;
  /** Counts or estimates the rows of the part. */
  count(context: Context, part: Part): Promise<Count>;
  /** Reads the part page by page. Each page is one statement, or a few short ones; it may be empty. */
  pages(context: Context, part: Part): AsyncIterable<readonly Row[]>;
}

/** Rows that the statement of a page looks at. */
const ROWS_AT_ONCE = 1_000;

/** An export of a list, in its order. */
function ofList<Row extends object, Filter>(
  list: List<Row, Filter>,
  filterOf: (content: ExportContent) => Filter,
  { columns, placeOf: place }: Pick<Source<Row>, 'columns' | 'placeOf'>,
): Source<Row> {
  return {
    columns,
    placeOf: place,
    async count({ db, caller }, { content, from }) {
      const count = (tx: OrganisationSql) => countRows(tx, list, filterOf(content), from);
      return { counted: await db.atOnceInOrganisation(caller.organisationId, count), isAll: true };
    },
    async *pages({ db, caller }, { content, from: start }) {
      for (let from = start, rows: Row[]; ; from = placeOf(list, rows.at(-1) as Row)) {
        const slice = { from, backwards: false, size: ROWS_AT_ONCE - 1 };
        const read = (tx: OrganisationSql) => readRows(tx, list, filterOf(content), slice);
        rows = await db.atOnceInOrganisation(caller.organisationId, read);
        yield rows;
        if (rows.length < ROWS_AT_ONCE) return;
      }
    },
  };
}

/** An export of a list that is read in walks, of the lines that `linesOf` makes of the rows of each page. */
function ofWalk<Row extends object, Filter extends object, Line>(
  search: Walk<Row, Filter>,
  filterOf: (content: ExportContent) => Filter,
  {
    columns,
    linesOf,
  }: Pick<Source<Line>, 'columns'> & {
    linesOf(context: Context, rows: readonly Row[]): Promise<Line[]>;
  },
): Source<Line> {
  const read = forCaller((tx, filter: Filter, from: CursorKey | null) =>
    walkRows(tx, shortened(search, ROWS_AT_ONCE), filter, { from, backwards: false, size: ROWS_AT_ONCE }),
  );
  return {
    columns,
    placeOf: idOf,
    count: (context, { content, from }) => countFrom(context, search, filterOf(content), { from, backwards: false }),
    async *pages(context, { content, from }) {
      let last = from;
      do {
        const { rows, stoppedAt } = await read(context, filterOf(content), last);
        yield await linesOf(context, rows);
        last = stoppedAt;
      } while (last !== null);
    },
  };
}

const estimate = forCaller(sumAccepted);
const deletedUpTo = forCaller(readBound);

const SEARCHED_MESSAGES = ofWalk(SMS_SEARCH, messageConditionsOf, {
  columns: MESSAGE,
  async linesOf(context, rows): Promise<MessageLine[]> {
    const ids = new Set(rows.flatMap(({ campaign_id: id }) => id ?? []));
    const campaigns = ids.size === 0 ? [] : await getCampaigns(context, [...ids]);
    const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
    const campaignOf = (message: MessageRow) => byId.get(message.campaign_id ?? '');
    const senderOf = await readSenders(context, [...campaigns, ...rows]);
    return rows.map((row) => {
      const campaign = campaignOf(row);
      return { ...row, campaignText: campaign?.body ?? null, sender: senderOf(campaign ?? row) };
    });
  },
});

export const MESSAGES: Source<MessageLine> = {
  ...SEARCHED_MESSAGES,
  async count(context, part) {
    const { content, from } = part;
    const some = await SEARCHED_MESSAGES.count(context, part);
    const { to, reference, createdAfter = null, createdBefore = null } = messageConditionsOf(content);
    // The sums do not tell recipients and references apart.
    if (some.isAll || to != null || reference != null) return some;
    const { statuses = null, deliveryCodes = null, senderId = null, test = null } = content;
    const before = from ? new Date(timeOfId(String(from[0]))) : createdBefore;
    // Nor do they know which messages were deleted.
    const kept = new Date(timeOfId(await deletedUpTo(context, 'deletion')));
    const after = createdAfter && createdAfter > kept ? createdAfter : kept;
    const sums = { statuses, deliveryCodes, senderId, test, from: after, to: before };
    return { counted: await estimate(context, sums), isAll: false };
  },
};

const NEWEST_CAMPAIGNS = campaignSearch({ by: 'created_at', descending: true });

export const CAMPAIGNS = ofWalk(NEWEST_CAMPAIGNS, campaignConditionsOf, { columns: CAMPAIGN, linesOf: withSenders });

export const CHAT_MESSAGES = ofWalk(CHAT_SEARCH, chatConditionsOf, { columns: CHAT_MESSAGE, linesOf: withSenders });

export const INBOUND_MESSAGES = ofWalk(INBOUND_SEARCH, ({ mobile, keyword }: ExportContent) => ({ mobile, keyword }), {
  columns: INBOUND_MESSAGE,
  linesOf: async (_, rows) => [...rows],
});

export const CONSENT_CHANGES = ofWalk(
  CONSENT_SEARCH,
  ({ mobile, change, consentSource: source }: ExportContent) => ({ mobile, change, source }),
  { columns: CONSENT_CHANGE, linesOf: withSenders },
);

type Sender = Pick<MessageRow, 'created_by_kind' | 'created_by_id' | 'created_by_name'>;

async function withSenders<Row extends Sender>(context: Context, rows: readonly Row[]): Promise<WithSender<Row>[]> {
  const senderOf = await readSenders(context, rows);
  return rows.map((row) => ({ ...row, sender: senderOf(row) }));
}

/** The names of senders, as the field `createdBy` shows them to the maker of the link. */
async function readSenders(context: Context, senders: readonly Sender[]): Promise<(sender: Sender) => string | null> {
  if (seesAddresses(context.caller)) return ({ created_by_name: name }) => name;
  const people = senders.flatMap(({ created_by_kind: kind, created_by_id: id }) => (kind === 'person' && id ? id : []));
  const rows = people.length === 0 ? [] : await getNames(context, [...new Set(people)]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ({ created_by_kind: kind, created_by_id: id, created_by_name: name }) =>
    kind === 'person' ? (names.get(id ?? '') ?? UNNAMED_PERSON) : name;
}

function messageConditionsOf({ what: _, mobile, ...content }: ExportContent): MessageConditions {
  return { ...content, to: mobile, ...timesOf(content) };
}

function campaignConditionsOf({ what: _, campaignStatuses, ...content }: ExportContent): CampaignConditions {
  return { ...content, statuses: campaignStatuses, ...timesOf(content) };
}

function chatConditionsOf({ what: _, chatStatus, chatType, ...content }: ExportContent): ChatMessageConditions {
  return { ...content, status: chatStatus, type: chatType, ...timesOf(content) };
}

const timesOf = ({ createdAfter, createdBefore }: Pick<ExportContent, 'createdAfter' | 'createdBefore'>) => ({
  createdAfter: createdAfter ? new Date(createdAfter) : null,
  createdBefore: createdBefore ? new Date(createdBefore) : null,
});

/** Events by which the number of those of some types is estimated. */
const SAMPLED_EVENTS = 10_000;

const ends = forCaller(readLogEnds);
const countSampled = forCaller(countEvents);

export const EVENTS: Source<DescribedEvent> = {
  columns: EVENT,
  placeOf: sequenceOf,
  async count(context, { content, from }) {
    const { oldest, newest } = await ends(context);
    const after = from ? Number(from[0]) : oldest - 1;
    if (after < oldest - 1) throw new EventsExpiredError(oldest);
    // As in `events`: after a restore from a backup the reader would miss what comes up to this sequence.
    if (after > newest) throw notASequence(newest);
    const all = newest - after;
    const types = typesOf(context, content);
    if (types === null) return { counted: all, isAll: true };
    const counted = await countSampled(context, { after, types, scanMax: SAMPLED_EVENTS });
    const isAll = all <= SAMPLED_EVENTS;
    return { counted: isAll ? counted : Math.round((counted / SAMPLED_EVENTS) * all), isAll };
  },
  async *pages(context, { content, from }) {
    const { db, caller } = context;
    const types = typesOf(context, content);
    // A log can grow faster than a slow client reads.
    const { newest: end } = await ends(context);
    let after = from && Number(from[0]);
    do {
      const range = { after, types, first: ROWS_AT_ONCE };
      const { events, last } = await db.inOrganisation(caller.organisationId, (tx) => readPage(tx, range));
      yield events.filter(({ sequence }) => sequence <= end);
      after = last;
    } while (after < end);
  },
};

const notASequence = (end: number) => invalidField('after', 'invalid', `The newest event has the sequence ${end}.`);

/** The types that the link shows; null: all. */
function typesOf({ caller }: Context, { types }: ExportContent): readonly EventType[] | null {
  return types?.length ? types : visibleOrAll(caller.scopes);
}

function idOf(after: string): CursorKey | null {
  return isUuid(after) ? [after.toLowerCase()] : null;
}

/** More digits than a position has would exceed its type in PostgreSQL. */
function positionOf(after: string): CursorKey | null {
  return /^\d{1,9}$/.test(after) ? [Number(after)] : null;
}

function sequenceOf(after: string): CursorKey | null {
  return /^\d{1,15}$/.test(after) ? [Number(after)] : null;
}

export const CAMPAIGN_MESSAGES = ofList(
  EXPORTED_CAMPAIGN_MESSAGES,
  ({ campaignId = '', statuses, deliveryCodes, mobile, reference }: ExportContent) => ({
    campaignId,
    messageStatuses: statuses,
    deliveryCodes,
    mobile,
    reference,
  }),
  { columns: CAMPAIGN_MESSAGE, placeOf: positionOf },
);

export const SUPPRESSED = ofList(SUPPRESSIONS, ({ mobile, source }: ExportContent) => ({ mobile, source }), {
  columns: SUPPRESSION,
  placeOf: idOf,
});
