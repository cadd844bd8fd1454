import { useMemo } from 'react';
import type { ChatMessageFilter, MessageFilter } from '../../generated/documents.js';
import { enumValueOf, useAddress } from '../../parts/use-address.js';
import { startOfDay } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';

const DAY_MS = 86_400_000;

/** Conditions that name few messages: with one of them the whole time is searched. */
const NARROW = ['to', 'reference', 'campaign', 'from', 'until'];

/** What the address asks for. */
export interface Asked<Filter> {
  readonly filter: Filter;
  /** Nothing narrower was asked for, so the last day is shown. */
  readonly isLastDay: boolean;
  readonly isFiltered: boolean;
  readonly to: string | null;
}

export function useSmsFilter(): Asked<MessageFilter> {
  const { parameters } = useAddress();
  return useMemo(() => {
    const value = (name: string) => parameters.get(name) ?? undefined;
    const common = commonOf(parameters);
    const code = Number(value('code'));
    const mode = value('mode')?.toLowerCase();
    const sent = value('sent')?.toLowerCase();
    const filter = {
      ...common.range,
      to: common.to ?? undefined,
      status: enumValueOf(text.status, value('state')),
      deliveryCode: code || undefined,
      senderId: value('sender'),
      reference: value('reference'),
      campaignId: value('campaign'),
      single: sent === 'single' || (sent === 'campaign' ? false : undefined),
      test: mode === 'sandbox' || (mode === 'live' ? false : undefined),
    };
    return { filter, ...common };
  }, [parameters]);
}

export function useChatFilter(): Asked<ChatMessageFilter> {
  const { parameters } = useAddress();
  return useMemo(() => {
    const common = commonOf(parameters);
    const filter = {
      ...common.range,
      to: common.to ?? undefined,
      status: enumValueOf(text.chatStatus, parameters.get('state')),
      type: enumValueOf(text.chatType, parameters.get('type')),
      sessionId: parameters.get('phone') ?? undefined,
    };
    return { filter, ...common };
  }, [parameters]);
}

/** Parameters that say which page, and not which messages. */
const NO_CONDITIONS = new Set(['after', 'before']);

function commonOf(parameters: URLSearchParams) {
  const to = parameters.get('to');
  const isLastDay = !NARROW.some((name) => parameters.has(name));
  return {
    // Digits as people write them; the id of a group stays as it is.
    to: to && (to.includes('@') ? to : to.replaceAll(/[\s()+./-]/g, '')),
    isLastDay,
    isFiltered: [...parameters.keys()].some((name) => !NO_CONDITIONS.has(name)),
    range: {
      createdAfter: isLastDay ? new Date(Date.now() - DAY_MS).toISOString() : startOfDay(parameters.get('from'), 0),
      createdBefore: startOfDay(parameters.get('until'), 1),
    },
  };
}
