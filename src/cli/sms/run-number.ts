import { onlyCategoryOf } from '../../domain/sms/category.js';
import type { MessageCategory, SmsStatus } from '../../domain/vocabulary.js';
import { snakeCase } from '../../lib/snake-case.js';
import { explainNumber, type NumberExplanation } from '../../operations/sms/numbers/explain-number.js';
import type { OrganisationOptions } from '../options.js';
import { print, printJson } from '../output.js';
import { cut, formatTable } from '../table.js';
import { style } from '../terminal-text.js';
import { isoTime } from '../times.js';
import { forSending, withOrganisation } from '../with-services.js';

interface NumberOptions extends OrganisationOptions {
  readonly senderId?: string;
  readonly category?: MessageCategory;
  readonly test?: true;
}

export function explain({ json, ...options }: NumberOptions, mobile: string): Promise<void> {
  return withOrganisation(options, async (operator, organisation) => {
    const context = forSending(operator, organisation, options);
    const explained = await explainNumber(context, { mobile, senderId: options.senderId, category: options.category });
    if (json) printJson(describe(explained));
    else print(inWords(explained));
  });
}

/** What becomes of a message that will soon have this status. */
const FATES: Readonly<Partial<Record<SmsStatus, string>>> = {
  sent: 'would leave',
  queued: 'would wait',
  held: 'would be held',
  failed: 'would fail',
  blocked: 'would be blocked',
};

function inWords({ mobile, country, now, ...lists }: NumberExplanation): string {
  const { cause, rule, next } = now.explanation;
  const named = country === null ? mobile : `${mobile} (${country})`;
  return [
    style('bold', `${named}: a message sent now ${FATES[now.status] ?? `would be ${now.status}`}.`),
    `${cause} ${rule} ${next}`,
    ...tablesOf(lists),
  ].join('\n\n');
}

type Lists = Omit<NumberExplanation, 'mobile' | 'country' | 'now'>;

function tablesOf({ suppressions, consent, lastSent, lastReceived }: Lists): string[] {
  return [
    tableOf(
      'Suppressions',
      ['SINCE', 'MODE', 'FOR', 'CODE', 'SOURCE', cut('REASON')],
      (suppressions ?? []).map((row) => [
        isoTime(row.created_at),
        modeOf(row),
        scopeOf(row),
        String(row.delivery_code),
        row.source,
        row.reason ?? '',
      ]),
    ),
    tableOf(
      'Changes of consent',
      ['WHEN', 'MODE', 'CHANGE', 'FOR', 'SOURCE', cut('WORD'), 'TO'],
      (consent ?? []).map((row) => [
        isoTime(row.changed_at),
        modeOf(row),
        row.change,
        scopeOf(row),
        row.source,
        row.word ?? '',
        row.own_number ?? '',
      ]),
    ),
    tableOf(
      'Last messages to the number',
      ['WHEN', 'MODE', 'STATUS', 'CODE', cut('SENDER ID'), 'ID'],
      lastSent.map((row) => [
        isoTime(row.created_at),
        modeOf(row),
        row.status,
        String(row.delivery_code ?? ''),
        row.sender_id ?? '',
        row.id,
      ]),
    ),
    tableOf(
      'Last messages from the number',
      ['WHEN', 'MODE', 'TO', cut('TEXT')],
      (lastReceived ?? []).map((row) => [
        isoTime(row.received_at),
        modeOf(row),
        row.own_number ?? 'a phone',
        row.text ?? '',
      ]),
    ),
  ];
}

const scopeOf = (row: { readonly sender_id: string; readonly promotional_only: boolean }): string =>
  [row.sender_id || 'every sender', onlyCategoryOf(row)].filter((part) => part !== null).join(', ');

/** What is of the sandbox says nothing about live messages. */
const modeOf = ({ test }: { readonly test: boolean }): string => (test ? 'sandbox' : 'live');

function tableOf(title: string, header: Parameters<typeof formatTable>[0], rows: readonly string[][]): string {
  return rows.length === 0 ? `${title}: none.` : `${title}\n${formatTable(header, rows)}`;
}

/** As REST does. */
function describe({ now, suppressions, consent, lastSent, lastReceived, ...number }: NumberExplanation) {
  const explanation = Object.entries(now.explanation).map(([name, value]) => [snakeCase(name), value] as const);
  const delivery_code = now.explanation.deliveryCode?.code ?? null;
  return {
    ...number,
    now: { ...now, explanation: withTimes({ ...Object.fromEntries(explanation), delivery_code }) },
    suppressions: suppressions?.map((row) => withTimes(withScope(row))),
    consent: consent?.map(({ id, created_by_kind: kind, created_by_id: by, created_by_name: name, ...row }) =>
      withTimes({
        consent_id: id,
        ...withScope(row),
        created_by: kind && { kind, id: by, name },
      }),
    ),
    last_sent: lastSent.map((row) =>
      withTimes({
        message_id: row.id,
        status: row.status,
        delivery_code: row.delivery_code,
        sender_id: row.sender_id,
        campaign_id: row.campaign_id,
        test: row.test,
        created_at: row.created_at,
      }),
    ),
    last_received: lastReceived?.map(({ id, ...row }) => withTimes({ inbound_id: id, ...row })),
  };
}

/** The messages that a suppression or a consent change is about. */
const withScope = <Row extends { readonly sender_id: string; readonly promotional_only: boolean }>(row: Row) => {
  const { promotional_only: _, ...others } = row;
  return { ...others, sender_id: row.sender_id || null, category: onlyCategoryOf(row) };
};

const withTimes = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name.endsWith('_at') ? isoTime(value as string | null) : value]),
  );
