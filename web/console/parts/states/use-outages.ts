import { useAnswer } from '../../api/use-answer.js';
import { Outages, type OutagesQuery } from '../../generated/documents.js';
import { useEvery } from '../../live/use-every.js';
import { useMay } from '../../state/viewer.js';

export type Outage = OutagesQuery['gateways'][number];

const ASK_EVERY_MS = 10_000;

/** The gateways that take no messages although some wait for them. */
export function useOutages(): readonly Outage[] {
  const mayRead = useMay('sms:read');
  const { data, reload } = useAnswer(Outages, {}, { pause: !mayRead });
  useEvery(ASK_EVERY_MS, reload, mayRead);
  return data?.gateways.filter(({ state, waiting }) => state === 'DOWN' && waiting > 0) ?? [];
}
