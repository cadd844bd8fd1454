import type { EveryOrganisationTx } from '../../db/postgres/transaction.js';
import type { Inbox } from '../../db/sql/kernel/inbox.js';
import { findOwnersOfParts } from '../../db/sql/sms/dispatch/attempt-parts.js';
import { findAttemptsByProviderId } from '../../db/sql/sms/dispatch/attempts.js';
import { readKeywordSettings } from '../../db/sql/sms/inbound/keyword-settings.js';
import {
  findNamingReports,
  listSessionIds,
  lockReports,
  type NamingReports,
  rewriteReports,
} from '../../db/sql/upkeep/erasure.js';
import { addressMessage } from '../../domain/sms/inbound/addressees.js';
import { keywordIn, ownWordsOf } from '../../domain/sms/inbound/keywords.js';
import { type InboundEntry, messageOf } from '../../domain/sms/inbound/long-texts/join-parts.js';
import { decodeReference } from '../../domain/sms/reference.js';
import type { Context } from '../context.js';

type Report = Readonly<Record<string, unknown>>;

/** Rewrites a report that names the number, if it is about the organisation; null drops it. */
type Rewrite = (report: Report) => Report | null;

/**
 * Erases a number from stored reports about messages of the organisation. A worker folds most reports within a second.
 */
export async function eraseFromReports({ db, caller, numbers }: Context, digits: string): Promise<void> {
  const { organisationId } = caller;
  await db.acrossOrganisations(async (tx) => {
    await rewriteAll(tx, 'sms_reports', digits, async (gateway, reports) => {
      const ids = reports.flatMap(({ providerId }) => (typeof providerId === 'string' ? [providerId] : []));
      const owners = [
        ...(await findAttemptsByProviderId(tx, gateway, ids)),
        ...(await findOwnersOfParts(tx, gateway, ids)),
      ];
      const ownIds = new Set(
        owners.filter((one) => one.organisation_id === organisationId).map((one) => one.provider_id),
      );
      return (report) => {
        const { reference, providerId } = report;
        const isOwn =
          typeof reference === 'string'
            ? decodeReference(reference)?.organisationId === organisationId
            : ownIds.has(String(providerId));
        return isOwn ? withoutWords(report, digits) : report;
      };
    });
    const ownWords = ownWordsOf(await readKeywordSettings(tx.of(organisationId)));
    await rewriteAll(tx, 'inbound_sms', digits, async (gateway) => (entry) => {
      const message = messageOf(entry as unknown as InboundEntry);
      if (message === null) return null;
      const { organisationIds, text } = addressMessage(numbers, gateway, message);
      // On a shared number "CLINIC STOP" is a STOP, of which the keyword is no part.
      const isStop = keywordIn(message.text ?? '') === 'stop' || keywordIn(text ?? '', ownWords) === 'stop';
      return organisationIds.includes(organisationId) && !isStop ? null : entry;
    });
    const sessions = await listSessionIds(tx.of(organisationId));
    await rewriteAll(tx, 'chat_reports', digits, async () => (report) => {
      return report.kind !== 'session' && sessions.has(String(report.sessionId)) ? null : report;
    });
  });
}

/**
 * Without the gateway's words, and without its id, if that contains the number: a report that has nothing else finds no
 * message.
 */
function withoutWords({ providerId, rawCode: _, ...report }: Report, digits: string): Report | null {
  if (!String(providerId).includes(digits)) return { providerId, ...report };
  return report.reference === undefined ? null : report;
}

async function rewriteAll(
  tx: EveryOrganisationTx,
  inbox: Inbox,
  digits: string,
  rewriteOf: (gateway: string, reports: readonly Report[]) => Promise<Rewrite>,
): Promise<void> {
  const rewritten = async ({ gateway, reports }: NamingReports) => {
    const rewrite = await rewriteOf(gateway, reports);
    return reports.map((report) => (JSON.stringify(report).includes(digits) ? rewrite(report) : report));
  };
  const own: string[] = [];
  for (const row of await findNamingReports(tx, inbox, digits)) {
    const after = await rewritten(row);
    if (after.some((report, place) => report !== row.reports[place])) own.push(row.id);
  }
  // The reports of others, which may name the number as well, are not kept from the workers.
  for (const row of await lockReports(tx, inbox, own)) {
    const left = (await rewritten(row)).filter((report) => report !== null);
    await rewriteReports(tx, inbox, row.id, left);
  }
}
