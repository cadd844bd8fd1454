import { useState } from 'react';
import { type CampaignRowFragment, CampaignsChanged } from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';

/** A state that a subscription has told, and when. */
export interface Told<State> {
  readonly state: State;
  readonly at: Date;
}

interface Revised {
  readonly revision: number;
}

/**
 * A revision is an event of the campaign. Its counts change between events too, so within a revision the time decides.
 */
export function isNewer(told: Told<Revised>, loaded: Revised, loadedAt: Date | undefined): boolean {
  const ahead = told.state.revision - loaded.revision;
  return ahead === 0 ? !loadedAt || told.at >= loadedAt : ahead > 0;
}

interface ToldCampaignsOptions {
  /** Asks the server instead, while there is no socket. */
  readonly poll: () => void;
  readonly isWanted?: boolean;
}

/**
 * The campaigns of the organisation that have changed since the page was opened, by id, each as the server told it
 * last.
 */
export function useToldCampaigns(options: ToldCampaignsOptions): ReadonlyMap<string, Told<CampaignRowFragment>> {
  const [told, setTold] = useState<ReadonlyMap<string, Told<CampaignRowFragment>>>(new Map());
  useLive(
    CampaignsChanged,
    {},
    {
      ...options,
      onData: (results) => {
        const news = results.map(({ campaignsChanged: state }) => [state.id, { state, at: new Date() }] as const);
        setTold((before) => new Map([...before, ...news]));
      },
    },
  );
  return told;
}
