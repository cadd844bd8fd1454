import './inbox.css';
import { useMemo } from 'react';
import { Link, useParams } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { type ConversationRowFragment, Conversations, type ConversationsQuery } from '../../generated/documents.js';
import { useEvery } from '../../live/use-every.js';
import { Empty } from '../../parts/lists/empty.js';
import { FilterChoice, FilterField, Filters } from '../../parts/lists/filters.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { Sandbox } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { useAddress } from '../../parts/use-address.js';
import { useViewer } from '../../state/viewer.js';
import { words } from './texts.js';
import { channelOf, POLL_MS, Thread } from './thread.js';

const PAGE_ROWS = 50;

/** The list, and beside it the conversation that the address names. A narrow screen shows one of them. */
export function InboxPage() {
  const { id } = useParams<{ id?: string }>();
  const { parameters } = useAddress();
  const filter = conversationFilterOf(parameters);
  const variables = { filter, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(Conversations, variables);
  useEvery(POLL_MS, answer.reload);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const columns = useMemo(() => columnsFor(parameters.toString(), id), [parameters, id]);
  return (
    <Page title={words.title} sentence={words.sentence} question={{ query: Conversations, variables }}>
      <div className={id === undefined ? 'inbox' : 'inbox opened'}>
        <section className="inbox-list" aria-label={words.title}>
          <Filters names={['number', 'show']}>
            <FilterField label={words.filters.number} name="number" type="search" inputMode="tel" />
            <FilterChoice label={words.filters.show} name="show" choices={[['unread', words.onlyUnread]]} />
          </Filters>
          <Panel answer={answer} height="30rem" listOf={({ conversations }) => conversations}>
            {({ conversations, ownNumbers }) => (
              <Paged
                list={conversations}
                unfiltered={isFiltered ? '/inbox' : undefined}
                none={<NothingYet numbers={ownNumbers} />}
              >
                <Table caption={words.title} columns={columns} rows={conversations.nodes} />
              </Paged>
            )}
          </Panel>
        </section>
        <section className="inbox-thread" aria-label={words.thread}>
          {id === undefined ? <p className="quiet">{words.choose}</p> : <Thread key={id} id={id} />}
        </section>
      </div>
    </Page>
  );
}

function conversationFilterOf(parameters: URLSearchParams) {
  return {
    mobile: parameters.get('number')?.replaceAll(/\D/g, '') || undefined,
    unread: parameters.get('show') === 'unread' ? true : undefined,
  };
}

const columnsFor = (search: string, openId: string | undefined): readonly Column<ConversationRowFragment>[] => [
  {
    name: words.columns.party,
    isHeader: true,
    cell: (conversation) => {
      const { id, party, unread, test } = conversation;
      return (
        <span className="two-lines">
          <Link
            href={search ? `/inbox/${id}?${search}` : `/inbox/${id}`}
            className={unread > 0 ? 'unread' : undefined}
            aria-current={id === openId ? 'page' : undefined}
          >
            {party}
          </Link>
          <span className="quiet">{channelOf(conversation)}</span>
          <span>
            {unread > 0 && <strong>{words.unread(unread)}</strong>} {test && <Sandbox />}
          </span>
        </span>
      );
    },
  },
  { name: words.columns.text, cell: ({ lastMessage }) => <Typed>{lastMessage?.text ?? words.noText}</Typed> },
  { name: words.columns.at, cell: ({ lastAt }) => <Moment at={lastAt} /> },
];

/** Says which line of the file of gateways is missing, and how to try the page without one. */
function NothingYet({ numbers }: { readonly numbers: ConversationsQuery['ownNumbers'] }) {
  const own = numbers.map(({ number, keyword }) => (keyword === null ? number : `${number} ${keyword}`));
  const organisationId = useViewer()?.organisation?.id ?? '';
  const how = own.length > 0 ? `${words.noneHow}${own.join(', ')}.` : words.noNumbers;
  return (
    <Empty title={words.none} how={how}>
      <p className="quiet">{words.tryOut}</p>
      <code>{words.command(organisationId)}</code>
    </Empty>
  );
}
