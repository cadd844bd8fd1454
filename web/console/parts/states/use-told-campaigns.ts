import { useState } from 'react';
import { type CampaignRowFragment, CampaignsChanged } from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';
import type { Told } from './told.js';

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
