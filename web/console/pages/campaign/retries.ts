import { SENT_AGAIN_CODES } from '../../../../src/domain/sms/delivery-codes.js';
import type { CampaignRetriesQuery, OutcomeFragment } from '../../generated/documents.js';
import { totalOf } from '../../parts/states/counts.js';

export type Retry = CampaignRetriesQuery['campaigns']['nodes'][number];

export const isSentAgain = ({ code }: Pick<OutcomeFragment, 'code'>): boolean => SENT_AGAIN_CODES.includes(code.code);

/**
 * Whether a retry may find something. Each message is sent again once, unless its retry was cancelled.
 *
 * Retries do not say which codes they were for, and a late report may have delivered what they sent again. So the sums
 * can exceed what failed while another code has not been tried: only equal sums say that nothing is left of several.
 */
export function hasMoreToSendAgain(
  outcomes: readonly Pick<OutcomeFragment, 'code' | 'count'>[],
  retries: readonly Pick<Retry, 'counts'>[],
): boolean {
  const failing = outcomes.filter(isSentAgain);
  const failed = failing.reduce((sum, { count }) => sum + count, 0);
  const sentAgain = retries.reduce((sum, { counts }) => sum + totalOf(counts) - counts.cancelled, 0);
  const codes = new Set(failing.map(({ code }) => code.code));
  return codes.size > 1 ? sentAgain !== failed : sentAgain < failed;
}

/** Short enough for the words around it, and part of the whole name: never half a character. */
export const cutForRetry = (name: string): string => name.slice(0, 180).replace(/\p{Surrogate}$/u, '');
