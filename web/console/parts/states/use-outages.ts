import { useAnswer } from '../../api/use-answer.js';
import { Outages, type OutagesQuery } from '../../generated/documents.js';
import { useEvery } from '../../live/use-every.js';
import { useMay } from '../../state/viewer.js';

export type Outage = OutagesQuery['gateways'][number];

const ASK_EVERY_MS = 10_000;

/** The gateways that take no messages although some wait for them. */
export function useOutages(isWanted = true): readonly Outage[] {
  const mayAsk = useMay('SMS_READ') && isWanted;
  const { data, reload } = useAnswer(Outages, {}, { pause: !mayAsk });
  useEvery(ASK_EVERY_MS, reload, mayAsk);
  return data?.gateways.filter(({ state, waiting }) => state === 'DOWN' && waiting > 0) ?? [];
}
