import { useEffect } from 'react';
import type { Answer } from '../../api/use-answer.js';
import type { CampaignRowFragment, CampaignsQuery } from '../../generated/documents.js';
import { isNewer, type Told } from '../../parts/states/told.js';
import { useToldCampaigns } from '../../parts/states/use-told-campaigns.js';

interface CampaignRows {
  readonly rows: readonly CampaignRowFragment[];
  /** How many campaigns were accepted since the list was loaded. */
  readonly arrivals: number;
}

/** The campaigns of a page, each in the newest state that the server has told. Rows do not move under the reader. */
export function useCampaignRows({ data, at, reload }: Answer<CampaignsQuery>): CampaignRows {
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
