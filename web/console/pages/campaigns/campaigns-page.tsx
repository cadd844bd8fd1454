import { useEffect } from 'react';
import { Link } from 'wouter';
import { type Answer, useAnswer } from '../../api/use-answer.js';
import {
  type CampaignFilter,
  type CampaignRowFragment,
  Campaigns,
  type CampaignsQuery,
  type CreateExportLinkInput,
} from '../../generated/documents.js';
import { campaignColumns } from '../../parts/lists/campaign-columns.js';
import { DownloadButton } from '../../parts/lists/download-button.js';
import { Empty } from '../../parts/lists/empty.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { Table } from '../../parts/lists/table.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { isUnderWay } from '../../parts/states/counts.js';
import { isNewer, type Told, useToldCampaigns } from '../../parts/states/told-campaigns.js';
import { useAddress } from '../../parts/use-address.js';
import { useMay } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { CampaignFilters, useCampaignFilter, useCampaignOrder } from './campaign-filters.js';
import { words } from './texts.js';

/** At most as many rows as can be live at once. */
const PAGE_ROWS = 20;

export function CampaignsPage() {
  const { parameters } = useAddress();
  const page = usePageArguments(PAGE_ROWS);
  const filter = useCampaignFilter();
  const variables = { filter, orderBy: useCampaignOrder(), ...page };
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
      actions={
        !isFirst && (
          <>
            {rows.length > 0 && <DownloadButton label={text.list.download} rows={exportOf(filter)} />}
            <SendLink />
          </>
        )
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
            <Table caption={words.title} columns={COLUMNS} rows={rows} />
          </Paged>
        )}
      </Panel>
    </Page>
  );
}

const exportOf = ({ status: _, statuses, ...conditions }: CampaignFilter): CreateExportLinkInput => ({
  what: 'CAMPAIGNS',
  campaignStatuses: statuses,
  ...conditions,
});

function SendLink() {
  if (!useMay('SMS_SEND')) return null;
  return (
    <Link className="button primary" href="/send">
      {text.pages.send}
    </Link>
  );
}

const COLUMNS = Object.values(campaignColumns);

interface CampaignRows {
  readonly rows: readonly CampaignRowFragment[];
  /** How many campaigns were accepted since the list was loaded. */
  readonly arrivals: number;
}

/** The campaigns of a page, each in the newest state that the server has told. Rows do not move under the reader. */
function useCampaignRows({ data, at, reload }: Answer<CampaignsQuery>): CampaignRows {
  const changed = useToldCampaigns({ poll: reload });
  const listed = data?.campaigns.nodes ?? [];
  const rows = listed.map((row) => newest(row, at, changed.get(row.id)));
  const newestTime =
    listed
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1) ?? '';
  const arrivals = [...changed.values()].filter(({ state }) => state.createdAt > newestTime).length;
  useEffect(() => {
    // Nobody reads an empty list.
    if (data && listed.length === 0 && arrivals > 0) reload();
  }, [data, listed.length, arrivals, reload]);
  return { rows, arrivals };
}

const newest = (row: CampaignRowFragment, at: Date | undefined, told: Told<CampaignRowFragment> | undefined) =>
  told && isNewer(told, row, at) ? told.state : row;
