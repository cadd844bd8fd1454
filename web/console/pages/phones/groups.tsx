import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { PhoneGroups, type PhoneGroupsQuery, RefreshGroups } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { CopyButton } from '../../parts/forms/copy-button.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { Empty } from '../../parts/lists/empty.js';
import { FilterField, Filters } from '../../parts/lists/filters.js';
import { Pager, usePageArguments } from '../../parts/lists/pager.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Panel } from '../../parts/panel.js';
import { Typed } from '../../parts/typed.js';
import { useAddress } from '../../parts/use-address.js';
import { useSecondsUntil } from '../../parts/use-seconds.js';
import { formatNumber } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

const PAGE_ROWS = 50;

interface GroupsProps {
  readonly id: string;
  readonly isConnected: boolean;
}

/** The groups of a phone as last read. The server reads them for the first time when they are asked for. */
export function Groups({ id, isConnected }: GroupsProps) {
  const { parameters } = useAddress();
  const search = parameters.get('group');
  const page = usePageArguments(PAGE_ROWS);
  const answer = useAnswer(PhoneGroups, { id, search, ...page }, { pause: !isConnected });
  // The server resolved the phone before it read the groups for the first time, which was just now.
  const readAt = answer.data?.session?.groupsRefreshedAt ?? answer.at?.toISOString();
  return (
    <section className="stack" id="groups">
      <div className="groups-head">
        <h2>{words.groups.title}</h2>
        {isConnected && readAt && <Refresh id={id} at={readAt} onRead={answer.reload} />}
      </div>
      {isConnected ? (
        <Panel answer={answer} height="12rem" listOf={({ groups }) => groups}>
          {({ groups }) => groups && <GroupList groups={groups} search={search} />}
        </Panel>
      ) : (
        <Empty title={words.groups.notConnected} />
      )}
    </section>
  );
}

interface GroupListProps {
  readonly groups: NonNullable<PhoneGroupsQuery['groups']>;
  readonly search: string | null;
}

function GroupList({ groups: { nodes, pageInfo }, search }: GroupListProps) {
  if (nodes.length === 0 && search === null) return <Empty title={words.groups.none} />;
  return (
    <>
      <Filters names={['group']}>
        <FilterField label={words.groups.search} name="group" type="search" />
      </Filters>
      {nodes.length === 0 ? (
        <Empty title={text.list.nothing} />
      ) : (
        <>
          <Table caption={words.groups.title} columns={COLUMNS} rows={nodes} keyOf={({ chatId }) => chatId} />
          <Pager pageInfo={pageInfo} count={nodes.length} />
        </>
      )}
    </>
  );
}

const COLUMNS: readonly Column<NonNullable<PhoneGroupsQuery['groups']>['nodes'][number]>[] = [
  {
    name: words.groups.name,
    isHeader: true,
    cell: ({ name }) => (
      <strong>
        <Typed>{name}</Typed>
      </strong>
    ),
  },
  {
    name: words.groups.people,
    isNumber: true,
    cell: ({ participantCount }) => (participantCount === null ? words.groups.unknown : formatNumber(participantCount)),
  },
  {
    name: words.groups.id,
    cell: ({ chatId, name }) => (
      <span className="copied-id">
        <code>{chatId}</code> <CopyButton value={chatId} label={words.groups.copy} of={words.groups.of(name)} />
      </span>
    ),
  },
];

/** The server reads groups at most once in so many seconds. */
const REFRESH_SECONDS = 60;

interface RefreshProps {
  readonly id: string;
  readonly at: string;
  readonly onRead: () => void;
}

function Refresh({ id, at, onRead }: RefreshProps) {
  const change = useChange(RefreshGroups);
  const left = useSecondsUntil(new Date(Date.parse(at) + REFRESH_SECONDS * 1_000).toISOString());
  const refresh = async () => {
    if (left > 0 || change.isRunning) return;
    if (await change.run({ input: { sessionId: id } })) onRead();
  };
  return (
    <div className="refresh">
      <FormErrors refusal={change} />
      <span className="quiet">
        {words.groups.read} <Moment at={at} />. {left > 0 && words.groups.wait(left)}
      </span>
      <WriteButton aria-disabled={left > 0 || undefined} isRunning={change.isRunning} onClick={() => void refresh()}>
        {words.groups.refresh}
      </WriteButton>
    </div>
  );
}
