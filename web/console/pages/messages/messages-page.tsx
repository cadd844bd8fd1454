import { Link, Redirect } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import {
  type CodeNamesFragment,
  type CreateExportLinkInput,
  type MessageFilter,
  SmsMessages,
  type SmsMessagesQuery,
} from '../../generated/documents.js';
import { FilterChoice, FilterField, Filters } from '../../parts/lists/filters.js';
import { usePageArguments } from '../../parts/lists/pager.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Sandbox, StatusWord } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { useAddress } from '../../parts/use-address.js';
import { useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { addressOfKind, ListFrame } from './list-frame.js';
import { useSmsFilter } from './message-filter.js';
import { words } from './texts.js';

const PAGE_ROWS = 100;

type Row = SmsMessagesQuery['messages']['nodes'][number];
type Codes = CodeNamesFragment['deliveryCodes'];

/** Numbers that are searched lead here; people who may read chat messages alone are led on. */
export function MessagesPage() {
  const scopes = useViewer()?.scopes;
  const to = useAddress().parameters.get('to');
  if (scopes && !scopes.includes('SMS_READ')) return <Redirect to={addressOfKind('chat', to)} replace />;
  return <SmsList />;
}

function SmsList() {
  const asked = useSmsFilter();
  const variables = { filter: asked.filter, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(SmsMessages, variables);
  const codes = answer.data?.deliveryCodes ?? [];
  return (
    <ListFrame
      kind="sms"
      asked={asked}
      answer={answer}
      pageRows={PAGE_ROWS}
      listOf={({ messages }) => messages}
      question={{ query: SmsMessages, variables }}
      exported={exportOf(asked.filter)}
      filters={<SmsFilters codes={codes} />}
    >
      {(rows) => <Table caption={words.sms} columns={columnsOf(codes)} rows={rows} />}
    </ListFrame>
  );
}

const exportOf = ({ status, deliveryCode, to, ...conditions }: MessageFilter): CreateExportLinkInput => ({
  ...conditions,
  what: 'MESSAGES',
  statuses: status && [status],
  deliveryCodes: deliveryCode == null ? undefined : [deliveryCode],
  mobile: to,
});

function columnsOf(codes: Codes): readonly Column<Row>[] {
  const names = new Map(codes.map(({ code, name }) => [code, name]));
  return [
    {
      name: words.columns.to,
      isHeader: true,
      cell: ({ id, to, test, deliveryCode }) => (
        <>
          {/* All links have one name when a number was looked for. */}
          <Link
            href={`/messages/${id}`}
            aria-describedby={deliveryCode === null ? `state-${id}` : `state-${id} code-${id}`}
          >
            {to ?? words.removed}
          </Link>{' '}
          {test && <Sandbox />}
        </>
      ),
    },
    {
      name: words.columns.state,
      cell: ({ id, status }) => (
        <span id={`state-${id}`}>
          <StatusWord status={status} />
        </span>
      ),
    },
    {
      name: words.columns.code,
      cell: ({ id, deliveryCode }) =>
        deliveryCode === null ? null : (
          <span id={`code-${id}`}>{`${deliveryCode} ${names.get(deliveryCode) ?? ''}`}</span>
        ),
    },
    { name: words.columns.sender, cell: ({ senderId }) => senderId ?? null },
    {
      name: words.columns.campaign,
      cell: ({ campaign }) =>
        campaign && (
          <Link href={`/campaigns/${campaign.id}`}>
            <Typed>{campaign.name ?? words.campaign}</Typed>
          </Link>
        ),
    },
    { name: words.columns.reference, cell: ({ reference }) => reference && <Typed>{reference}</Typed> },
    { name: words.columns.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}

const NAMES = ['to', 'state', 'code'];
const MORE_NAMES = ['from', 'until', 'sender', 'sent', 'reference', 'campaign', 'mode'];

function SmsFilters({ codes }: { readonly codes: Codes }) {
  const { filters } = words;
  return (
    <Filters
      names={NAMES}
      moreNames={MORE_NAMES}
      more={
        <>
          <FilterField label={filters.from} name="from" type="date" />
          <FilterField label={filters.until} name="until" type="date" />
          <FilterField label={filters.sender} name="sender" />
          <FilterChoice label={filters.kind} name="sent" choices={Object.entries(filters.kinds)} />
          <FilterField label={filters.reference} name="reference" />
          <FilterField label={filters.campaign} name="campaign" />
          <FilterChoice label={filters.mode} name="mode" choices={Object.entries(filters.modes)} />
        </>
      }
    >
      <FilterField label={filters.to} name="to" type="search" inputMode="tel" />
      <FilterChoice label={filters.state} name="state" choices={Object.entries(text.status)} />
      <FilterChoice
        label={filters.code}
        name="code"
        choices={codes.map(({ code, name }) => [code, `${code} ${name}`])}
      />
    </Filters>
  );
}
