import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import {
  type ChatMessageFilter,
  ChatMessages,
  type ChatMessagesQuery,
  type CreateExportLinkInput,
} from '../../generated/documents.js';
import { FilterChoice, FilterField, Filters } from '../../parts/lists/filters.js';
import { usePageArguments } from '../../parts/lists/pager.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { ChatStatusWord, Sandbox } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { text } from '../../texts/text.js';
import { ListFrame } from './list-frame.js';
import { useChatFilter } from './message-filter.js';
import { words } from './texts.js';

const PAGE_ROWS = 100;

type Row = ChatMessagesQuery['chatMessages']['nodes'][number];
type Phones = ChatMessagesQuery['sessions']['nodes'];

export function ChatMessagesPage() {
  const asked = useChatFilter();
  const variables = { filter: asked.filter, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(ChatMessages, variables);
  return (
    <ListFrame
      kind="chat"
      asked={asked}
      answer={answer}
      pageRows={PAGE_ROWS}
      listOf={({ chatMessages }) => chatMessages}
      question={{ query: ChatMessages, variables }}
      exported={exportOf(asked.filter)}
      filters={<ChatFilters phones={answer.data?.sessions.nodes ?? []} />}
    >
      {(rows) => <Table caption={words.chat} columns={COLUMNS} rows={rows} />}
    </ListFrame>
  );
}

const exportOf = ({ status: chatStatus, type: chatType, ...conditions }: ChatMessageFilter): CreateExportLinkInput => ({
  what: 'CHAT_MESSAGES',
  chatStatus,
  chatType,
  ...conditions,
});

const COLUMNS: readonly Column<Row>[] = [
  {
    name: words.columns.to,
    isHeader: true,
    cell: ({ id, to, isGroup, test }) => (
      <>
        <Link href={`/messages/${id}`}>{to ?? words.removed}</Link>{' '}
        {isGroup && <span className="quiet">{words.group}</span>} {test && <Sandbox />}
      </>
    ),
  },
  { name: words.columns.state, cell: ({ status }) => <ChatStatusWord status={status} /> },
  { name: words.columns.type, cell: ({ type }) => text.chatType[type] },
  {
    name: words.columns.phone,
    cell: ({ session }) =>
      session ? (
        <Link href={`/phones/${session.id}`}>
          <Typed>{session.name}</Typed>
        </Link>
      ) : (
        words.deletedPhone
      ),
  },
  { name: words.columns.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

const NAMES = ['to', 'state', 'phone'];
const MORE_NAMES = ['type', 'from', 'until'];

function ChatFilters({ phones }: { readonly phones: Phones }) {
  const { filters } = words;
  return (
    <Filters
      names={NAMES}
      moreNames={MORE_NAMES}
      more={
        <>
          <FilterChoice label={filters.type} name="type" choices={Object.entries(text.chatType)} />
          <FilterField label={filters.from} name="from" type="date" />
          <FilterField label={filters.until} name="until" type="date" />
        </>
      }
    >
      <FilterField label={filters.toChat} name="to" type="search" />
      <FilterChoice label={filters.state} name="state" choices={Object.entries(text.chatStatus)} />
      <FilterChoice label={filters.phone} name="phone" choices={phones.map(({ id, name }) => [id, name])} />
    </Filters>
  );
}
