import { useEffect, useState } from 'react';
import type { Answer } from '../../api/use-answer.js';
import { type CampaignRowFragment, CampaignsChanged, type CampaignsQuery } from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';

interface CampaignRows {
  readonly rows: readonly CampaignRowFragment[];
  /** How many campaigns were accepted since the list was loaded. */
  readonly arrivals: number;
}

/** The campaigns of a page, each in the newest state that the server has told. Rows do not move under the reader. */
export function useCampaignRows({ data, reload }: Answer<CampaignsQuery>): CampaignRows {
  const [changed, setChanged] = useState<ReadonlyMap<string, CampaignRowFragment>>(new Map());
  const listed = data?.campaigns.nodes ?? [];
  const rows = listed.map((row) => newest(row, changed.get(row.id)));
  const newestTime =
    listed
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1) ?? '';
  const arrivals = [...changed.values()].filter(({ createdAt }) => createdAt > newestTime).length;
  useLive(
    CampaignsChanged,
    {},
    {
      onData: (results) =>
        setChanged(
          (before) => new Map([...before, ...results.map(({ campaignsChanged: one }) => [one.id, one] as const)]),
        ),
      poll: reload,
    },
  );
  useEffect(() => {
    // Nobody reads an empty list.
    if (data && listed.length === 0 && arrivals > 0) reload();
  }, [data, listed.length, arrivals, reload]);
  return { rows, arrivals };
}

const newest = (row: CampaignRowFragment, changed: CampaignRowFragment | undefined) =>
  changed && changed.revision >= row.revision ? changed : row;
