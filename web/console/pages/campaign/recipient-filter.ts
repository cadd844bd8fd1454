import type { CampaignMessageFilter, SmsStatus } from '../../generated/documents.js';
import { type Counts, PARTS, totalOf } from '../../parts/states/counts.js';

export const statusOf = (key: keyof Counts): SmsStatus => key.toUpperCase() as SmsStatus;

const STATUSES: ReadonlySet<string> = new Set(PARTS.map(({ key }) => key));

const isStatus = (word: string): boolean => STATUSES.has(word);
const statusesOf = (parameters: URLSearchParams) => parameters.getAll('status').map((one) => one.toLowerCase());

/** What the address asks for, and there is not. */
export function unknownOf(parameters: URLSearchParams): Readonly<Record<'status' | 'code', readonly string[]>> {
  return {
    status: statusesOf(parameters).filter((one) => !isStatus(one)),
    code: parameters.getAll('code').filter((one) => !/^\d{3}$/.test(one)),
  };
}

/** The filter that the address says: states, a code, a number or the end of one. */
export function recipientFilterOf(parameters: URLSearchParams): CampaignMessageFilter {
  const statuses = statusesOf(parameters).filter(isStatus);
  const code = Number(parameters.get('code'));
  const digits = parameters.get('number')?.replaceAll(/\D/g, '') ?? '';
  return {
    messageStatuses: statuses.length > 0 ? statuses.map((one) => statusOf(one as keyof Counts)) : undefined,
    deliveryCodes: code ? [code] : undefined,
    // People remember the end of a number.
    ...(digits.length >= 8 ? { mobile: digits } : { mobileEndsWith: digits || undefined }),
  };
}

/** How many recipients match, if the counts of the campaign tell. */
export function countOf(filter: CampaignMessageFilter, counts: Counts): number | null {
  const { messageStatuses, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return null;
  if (!messageStatuses) return totalOf(counts);
  return messageStatuses.reduce((sum, status) => sum + counts[status.toLowerCase() as keyof Counts], 0);
}
