import type { Answer } from '../../api/use-answer.js';
import type { CampaignRowFragment } from '../../generated/documents.js';
import { isUnderWay } from '../../parts/states/counts.js';
import { isNewer } from '../../parts/states/told.js';
import { useToldCampaigns } from '../../parts/states/use-told-campaigns.js';

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
  { at, reload }: Pick<Answer<unknown>, 'at' | 'reload'>,
  isWanted: boolean,
): LiveCampaigns {
  const changed = useToldCampaigns({ poll: reload, isWanted });
  const known = new Map(listed.map((row) => [row.id, row]));
  for (const told of changed.values()) {
    const row = known.get(told.state.id);
    if (!row || isNewer(told, row, at)) known.set(told.state.id, told.state);
  }
  const rows = [...known.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  return {
    underWay: rows.filter(isUnderWay),
    latest: rows.filter((row) => !isUnderWay(row)).slice(0, LATEST),
    find: (id) => (id === null ? undefined : known.get(id)),
  };
}
