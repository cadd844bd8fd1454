import { useAnswer } from '../../api/use-answer.js';
import { Notices, type NoticesQuery } from '../../generated/documents.js';
import { useEvery } from '../../live/use-every.js';
import { useMay } from '../../state/viewer.js';

export type Outage = NoticesQuery['gateways'][number];

interface NoticesOptions {
  readonly isWanted?: boolean;
  /** Whether to ask again and again. The frame does, and a page gets the same answers. */
  readonly isPolling?: boolean;
}

const ASK_EVERY_MS = 10_000;

/** The gateways that take no messages although some wait for them, and how many conversations have unread messages. */
export function useNotices({ isWanted = true, isPolling = false }: NoticesOptions = {}) {
  const mayAsk = useMay('SMS_READ') && isWanted;
  const { data, reload } = useAnswer(Notices, { inbox: useMay('INBOX_READ') }, { pause: !mayAsk });
  useEvery(ASK_EVERY_MS, reload, mayAsk && isPolling);
  return {
    outages: data?.gateways.filter(({ state, waiting }) => state === 'DOWN' && waiting > 0) ?? [],
    unreadConversations: data?.conversations?.totalAtLeast ?? 0,
  };
}
