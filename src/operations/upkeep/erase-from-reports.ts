import type { EveryOrganisationTx, OrganisationTx } from '../../db/postgres/transaction.js';
import type { Inbox } from '../../db/sql/kernel/inbox.js';
import { readKeywordSettings } from '../../db/sql/sms/inbound/keyword-settings.js';
import {
  findNamingReports,
  findReported,
  listSessionIds,
  lockReports,
  type NamingReports,
  rewriteReports,
} from '../../db/sql/upkeep/erasure.js';
import type { StoredMessageReport } from '../../domain/chat/inbound.js';
import { type AddressedMessage, addressMessage } from '../../domain/sms/inbound/addressees.js';
import type { StoredInboundSms } from '../../domain/sms/inbound/inbound-sms.js';
import { type KeywordWords, keywordIn, ownWordsOf } from '../../domain/sms/inbound/keywords.js';
import { type InboundEntry, messageOf } from '../../domain/sms/inbound/long-texts/join-parts.js';
import { findNumber, type NumberFinder } from '../../domain/sms/number-in-words.js';
import { decodeReference } from '../../domain/sms/reference.js';
import type { Context } from '../context.js';

type Report = Readonly<Record<string, unknown>>;

interface Rewritten {
  /** The report itself if it stays as it is, null if it is dropped. */
  readonly left: Report | null;
  /** What is left is a message to the organisation that names the number. */
  readonly mentions?: boolean;
}

interface RewrittenAll {
  /** Reports that were rewritten or dropped. */
  readonly reports: number;
  /** Messages to the organisation that name the number still. */
  readonly mentions: number;
}

type Rewrite = (report: Report) => Rewritten;

/**
 * Erases a number from stored reports about messages of the organisation, and drops what the person has sent. What
 * others have sent stays, whatever it says. A worker folds most reports within a second.
 */
export async function eraseFromReports(context: Context, digits: string): Promise<RewrittenAll> {
  const number = findNumber(digits);
  return context.db.acrossOrganisations(async (tx) => {
    const erasure: ReportErasure = { tx, own: tx.of(context.caller.organisationId), digits, number };
    const deliveries = await rewriteAll(erasure, 'sms_reports', (row) => rewriteDeliveries(erasure, row));
    const ownWords = ownWordsOf(await readKeywordSettings(erasure.own));
    const sms = await rewriteAll(erasure, 'inbound_sms', ({ gateway }) => {
      return (entry) =>
        rewriteInbound(erasure, entry, (message) => addressMessage(context.numbers, gateway, message), ownWords);
    });
    const sessionIds = await listSessionIds(erasure.own);
    const chat = await rewriteAll(erasure, 'chat_reports', () => (report) => rewriteChat(erasure, report, sessionIds));
    return { reports: deliveries.reports + sms.reports + chat.reports, mentions: sms.mentions + chat.mentions };
  });
}

interface ReportErasure {
  readonly tx: EveryOrganisationTx;
  readonly own: OrganisationTx;
  readonly digits: string;
  readonly number: NumberFinder;
}

async function rewriteDeliveries(
  { own, digits, number }: ReportErasure,
  { gateway, reports }: NamingReports,
): Promise<Rewrite> {
  const providerIds = reports.flatMap(({ providerId }) => (typeof providerId === 'string' ? [providerId] : []));
  const messages = await findReported(own, { gateway, providerIds, mobile: digits });
  const byProviderId = new Map(messages.map((one) => [one.provider_id, one]));
  const common = new RegExp(number.candidates);
  return (report) => {
    const { reference, providerId } = report;
    const message = byProviderId.get(String(providerId));
    const hasReference = typeof reference === 'string';
    const isOwn = hasReference
      ? decodeReference(reference)?.organisationId === own.organisationId
      : message !== undefined;
    if (!isOwn || !common.test(JSON.stringify(report))) return { left: report };
    const { rawCode, ...others } = report;
    const withoutCode = rawCode === undefined ? report : others;
    if (!String(providerId).includes(digits)) return { left: withoutCode };
    // The reference alone finds the message.
    if (hasReference) return { left: { ...withoutCode, providerId: undefined } };
    return { left: message?.is_erased ? null : withoutCode };
  };
}

function rewriteInbound(
  { own, number }: ReportErasure,
  entry: Report,
  addressed: (message: StoredInboundSms) => AddressedMessage,
  ownWords: KeywordWords,
): Rewritten {
  const message = messageOf(entry as unknown as InboundEntry);
  // Keys of a text whose parts have been joined.
  if (message === null) return { left: number.isNamedBy(entry) ? null : entry };
  const { organisationIds, text } = addressed(message);
  if (!organisationIds.includes(own.organisationId)) return { left: entry };
  const isFromNumber = number.isSender(message.from, message.to);
  // On a shared number "CLINIC STOP" is a STOP, of which the keyword is no part.
  const isStop = keywordIn(message.text ?? '') === 'stop' || keywordIn(text ?? '', ownWords) === 'stop';
  if (isFromNumber && !isStop) return { left: null };
  return { left: entry, mentions: number.isMeantBy(message.from) || number.isNamedBy([message.key, message.text]) };
}

function rewriteChat({ digits, number }: ReportErasure, report: Report, sessionIds: ReadonlySet<string>): Rewritten {
  if (!sessionIds.has(String(report.sessionId))) return { left: report };
  if (report.kind === 'ack') return { left: [report.to, report.participant].includes(digits) ? null : report };
  if (report.kind !== 'message') return { left: report };
  const { party, participant = party, messageId, text, media } = report as unknown as StoredMessageReport;
  if (participant === digits) return { left: null };
  return { left: report, mentions: number.isNamedBy([party, messageId, text, media]) };
}

/** Rewrites the rows in which the digits occur. */
async function rewriteAll(
  { tx, number }: ReportErasure,
  inbox: Inbox,
  rewriteFor: (row: NamingReports) => Rewrite | Promise<Rewrite>,
): Promise<RewrittenAll> {
  const rewritten = async (row: NamingReports) => row.reports.map(await rewriteFor(row));
  const own: string[] = [];
  let mentions = 0;
  let reports = 0;
  for (const row of await findNamingReports(tx, inbox, number.candidates)) {
    const after = await rewritten(row);
    mentions += after.filter((one) => one.mentions).length;
    if (after.some(({ left }, place) => left !== row.reports[place])) own.push(row.id);
  }
  // The reports of others, which may name the number as well, are not kept from the workers.
  for (const row of await lockReports(tx, inbox, own)) {
    const after = await rewritten(row);
    reports += after.filter(({ left }, place) => left !== row.reports[place]).length;
    const left = after.flatMap((one) => (one.left === null ? [] : [one.left]));
    await rewriteReports(tx, inbox, row.id, left);
  }
  return { reports, mentions };
}
