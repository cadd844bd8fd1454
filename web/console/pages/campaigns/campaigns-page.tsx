import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { type CampaignRowFragment, Campaigns } from '../../generated/documents.js';
import { CountsBar } from '../../parts/charts/bar.js';
import { CopyMenu } from '../../parts/lists/copy-menu.js';
import { Empty } from '../../parts/lists/empty.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { isUnderWay, totalOf } from '../../parts/states/counts.js';
import { CampaignState, Sandbox } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { useAddress } from '../../parts/use-address.js';
import { useMay } from '../../state/viewer.js';
import { formatNumber } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { CampaignFilters, useCampaignFilter } from './campaign-filters.js';
import { words } from './texts.js';
import { useCampaignRows } from './use-campaign-rows.js';

/** At most as many rows as can be live at once. */
const PAGE_ROWS = 20;

export function CampaignsPage() {
  const { parameters } = useAddress();
  const page = usePageArguments(PAGE_ROWS);
  const filter = useCampaignFilter();
  const orderBy =
    parameters.get('order')?.toLowerCase() === 'largest' ? ({ field: 'TOTAL', direction: 'DESC' } as const) : null;
  const variables = { filter, orderBy, ...page };
  const answer = useAnswer(Campaigns, variables);
  const { rows, arrivals } = useCampaignRows(answer);
  // Elsewhere a new campaign need not belong to the page.
  const isNewestFirst = parameters.size === 0;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const isFirst = !isFiltered && rows.length === 0 && answer.data?.campaigns.pageInfo.hasNextPage === false;
  return (
    <Page
      title={words.title}
      sentence={isFirst ? null : answer.data && words.sentence(rows.filter(isUnderWay).length)}
      actions={
        <>
          <CopyMenu query={Campaigns} variables={variables} />
          {!isFirst && <SendLink />}
        </>
      }
    >
      <CampaignFilters />
      {arrivals > 0 && isNewestFirst && (
        <button type="button" className="button arrivals" onClick={answer.reload}>
          {words.arrivals(arrivals)}
        </button>
      )}
      <Panel answer={answer} height="40rem" listOf={({ campaigns }) => campaigns}>
        {({ campaigns }) => (
          <Paged
            list={campaigns}
            unfiltered={isFiltered ? '/campaigns' : undefined}
            none={
              <Empty title={words.none} how={words.noneHow}>
                <SendLink />
              </Empty>
            }
          >
            <Table
              caption={words.title}
              columns={COLUMNS}
              rows={rows}
              keyOf={({ id }) => id}
              isTest={({ test }) => test}
            />
          </Paged>
        )}
      </Panel>
    </Page>
  );
}

function SendLink() {
  if (!useMay('sms:send')) return null;
  return (
    <Link className="button primary" href="/send">
      {text.pages.send}
    </Link>
  );
}

const COLUMNS: readonly Column<CampaignRowFragment>[] = [
  {
    name: words.columns.name,
    isHeader: true,
    cell: ({ id, name, test }) => (
      <>
        <Link href={`/campaigns/${id}`}>
          <Typed>{name ?? words.unnamed}</Typed>
        </Link>{' '}
        {test && <Sandbox />}
      </>
    ),
  },
  { name: words.columns.state, cell: ({ status, result }) => <CampaignState status={status} result={result} /> },
  {
    name: words.columns.progress,
    cell: ({ counts }) => (
      <div className="progress">
        <CountsBar counts={counts} />
        <span className="quiet">{words.arrived(counts.delivered, totalOf(counts))}</span>
      </div>
    ),
  },
  { name: words.columns.size, isNumber: true, cell: ({ total }) => formatNumber(total) },
  { name: words.columns.sentBy, cell: ({ createdBy }) => createdBy && <Typed>{createdBy.name}</Typed> },
  { name: words.columns.when, cell: ({ createdAt, scheduledAt }) => <Moment at={scheduledAt ?? createdAt} /> },
];
