import type { OverviewQuery, OverviewStatisticsQuery } from '../../generated/documents.js';
import { finishedOf, NOT_ARRIVED, notArrivedOf } from '../../parts/states/counts.js';
import { isLost, reasonOf } from '../../parts/states/phones.js';
import type { Outage } from '../../parts/states/use-notices.js';
import { words } from './texts.js';

/** Something that waits for a person. */
export interface Need {
  readonly title: string;
  readonly how: string;
  /** The page where it is mended. */
  readonly href: string;
  readonly since?: string | undefined;
  readonly isTest?: boolean;
}

/** Fewer messages say little about the share that does not arrive. */
const FEWEST_FINISHED = 100;
const WORST_SHARE = 0.05;
const LIMIT_SHARE = 0.8;

export function needsOf(
  data: OverviewQuery,
  outages: readonly Outage[],
  lately: OverviewStatisticsQuery['statistics'] | undefined,
): Need[] {
  return [
    ...outages.map(needOf),
    ...holdsOf(data),
    ...phonesOf(data),
    ...endpointsOf(data),
    ...arrivalsOf(lately),
    ...limitsOf(data),
  ];
}

function needOf({ name, code, since, waiting }: Outage): Need {
  return {
    title: words.attention.down(name, waiting),
    how:
      code === 'NOT_CONFIGURED'
        ? words.attention.notConfigured
        : [code && words.attention.downCode(code), words.attention.downHow].filter(Boolean).join(' '),
    href: '/messages?state=queued&mode=live',
    since: since ?? undefined,
  };
}

function holdsOf({ holds = [], gateways = [] }: OverviewQuery): Need[] {
  const kinds = new Map(gateways.map(({ name, kind }) => [name, kind]));
  return holds
    .filter(({ gateway }) => kinds.get(gateway) !== 'sandbox')
    .map(({ gateway, reason, messages, since }) => ({
      ...(reason === 'SENDER_ID_REJECTED'
        ? { title: words.attention.rejected(messages, gateway), how: words.attention.rejectedHow }
        : { title: words.attention.held(messages, gateway), how: words.attention.heldHow }),
      href: '/messages?state=held&mode=live',
      since,
    }));
}

function phonesOf({ sessions }: OverviewQuery): Need[] {
  const phones = sessions?.nodes ?? [];
  return phones.filter(isLost).map((phone) => ({
    title: words.attention.phone(phone.name),
    how: [reasonOf(phone), words.attention.phoneHow].filter(Boolean).join(' '),
    href: `/phones/${phone.id}`,
    since: phone.stateSince,
    isTest: phone.test,
  }));
}

function endpointsOf({ webhookEndpoints }: OverviewQuery): Need[] {
  const endpoints = webhookEndpoints?.nodes ?? [];
  return endpoints
    .filter(({ status, failingSince }) => status === 'DISABLED' || (status === 'ACTIVE' && failingSince))
    .map(({ id, url, status, failingSince, behind, test }) => ({
      title: status === 'DISABLED' ? words.attention.disabled(url) : words.attention.failing(url),
      how: words.attention.disabledHow(behind),
      href: `/webhooks/${id}`,
      since: failingSince ?? undefined,
      isTest: test,
    }));
}

function arrivalsOf(lately: OverviewStatisticsQuery['statistics'] | undefined): Need[] {
  if (!lately) return [];
  const finished = finishedOf(lately.counts) - lately.counts.cancelled;
  const share = notArrivedOf(lately.counts) / Math.max(1, finished);
  if (finished < FEWEST_FINISHED || share <= WORST_SHARE) return [];
  const top = lately.outcomes.find(({ status }) => NOT_ARRIVED.includes(status));
  const mostly = top && words.attention.mostly(`${top.code.code} ${top.code.name}`, top.count);
  return [
    {
      title: words.attention.notArrived(share, finished),
      how: [mostly, top?.recommendedAction && `${top.recommendedAction}.`].filter(Boolean).join(' '),
      href: top ? `/messages?mode=live&code=${top.code.code}` : '/messages?mode=live',
    },
  ];
}

function limitsOf({ rateLimits }: OverviewQuery): Need[] {
  return rateLimits
    .map((limit) => ({ ...limit, used: 1 - limit.remaining / limit.limit }))
    .filter(({ used }) => used > LIMIT_SHARE)
    .map(({ bucket, limit, windowSeconds, used }) => ({
      title: words.attention.limit(used, words.buckets[bucket]),
      how: words.attention.limitHow(limit, windowSeconds),
      href: '/settings',
    }));
}
