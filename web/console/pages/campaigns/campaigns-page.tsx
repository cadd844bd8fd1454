import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { Campaigns } from '../../generated/documents.js';
import { campaignColumns } from '../../parts/lists/campaign-columns.js';
import { Empty } from '../../parts/lists/empty.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { Table } from '../../parts/lists/table.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { isUnderWay } from '../../parts/states/counts.js';
import { useAddress } from '../../parts/use-address.js';
import { useMay } from '../../state/viewer.js';
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
      question={{ query: Campaigns, variables }}
      actions={!isFirst && <SendLink />}
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

const COLUMNS = Object.values(campaignColumns);
