import { useState } from 'react';
import { type CampaignRowFragment, CampaignsChanged } from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';

const ENDED = new Set(['COMPLETED', 'CANCELLED']);
const LATEST = 8;

interface LiveCampaigns {
  readonly underWay: readonly CampaignRowFragment[];
  /** The last that have ended. */
  readonly latest: readonly CampaignRowFragment[];
  /** The newest state of a campaign that is known here. */
  readonly find: (id: string | null) => CampaignRowFragment | undefined;
}

/** The campaigns that run and the last ones that have ended, each in the newest state that the server has told. */
export function useLiveCampaigns(
  listed: readonly CampaignRowFragment[],
  reload: () => void,
  isWanted: boolean,
): LiveCampaigns {
  const [changed, setChanged] = useState<ReadonlyMap<string, CampaignRowFragment>>(new Map());
  useLive(
    CampaignsChanged,
    {},
    {
      isWanted,
      poll: reload,
      onData: (results) =>
        setChanged(
          (before) => new Map([...before, ...results.map(({ campaignsChanged: one }) => [one.id, one] as const)]),
        ),
    },
  );
  const known = new Map(listed.map((row) => [row.id, row]));
  for (const row of changed.values()) {
    const before = known.get(row.id);
    if (!before || row.revision >= before.revision) known.set(row.id, row);
  }
  const rows = [...known.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  const hasEnded = ({ status }: CampaignRowFragment) => ENDED.has(status);
  return {
    underWay: rows.filter((row) => !hasEnded(row)),
    latest: rows.filter(hasEnded).slice(0, LATEST),
    find: (id) => (id === null ? undefined : known.get(id)),
  };
}
