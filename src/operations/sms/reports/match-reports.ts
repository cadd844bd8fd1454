import type { EveryOrganisationTx } from '../../../db/postgres/transaction.js';
import {
  type AttemptParts,
  lockAttemptsOfParts,
  readParts,
  writePartCodes,
} from '../../../db/sql/sms/dispatch/attempt-parts.js';
import { findAttemptsByProviderId } from '../../../db/sql/sms/dispatch/attempts.js';
import { CODE_OF, knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { GatewayReport } from '../../../domain/sms/gateway.js';
import { decodeReference } from '../../../domain/sms/reference.js';
import type { MatchedReport } from './judge-report.js';

/**
 * Finds the attempts that reports are about: by our reference, or by the gateway's own id of the text or of one of its
 * parts. A report on a message of an organisation that the transaction does not reach is unmatched.
 */
export async function matchReports(
  tx: EveryOrganisationTx,
  gateway: string,
  reports: readonly GatewayReport[],
): Promise<Matches> {
  const matched: MatchedReport[] = [];
  const unmatched: GatewayReport[] = [];
  const byProviderId: GatewayReport[] = [];
  for (const report of reports) {
    const attempt = report.reference === undefined ? null : decodeReference(report.reference);
    if (!attempt) {
      if (report.providerId !== undefined) byProviderId.push(report);
    } else if (tx.reaches(attempt.organisationId)) matched.push({ ...attempt, report });
    else unmatched.push(report);
  }
  if (byProviderId.length === 0) return { matched, unmatched };
  const others = await matchByProviderId(tx, gateway, byProviderId);
  return { matched: [...matched, ...others.matched], unmatched: [...unmatched, ...others.unmatched] };
}

interface Matches {
  readonly matched: readonly MatchedReport[];
  readonly unmatched: readonly GatewayReport[];
}

async function matchByProviderId(
  tx: EveryOrganisationTx,
  gateway: string,
  reports: readonly GatewayReport[],
): Promise<Matches> {
  const ids = reports.map((report) => report.providerId ?? '');
  const attempts = await findAttemptsByProviderId(tx, gateway, ids);
  const owners = new Map(attempts.map((owner) => [owner.provider_id, owner]));
  const matched: MatchedReport[] = [];
  const unmatched: GatewayReport[] = [];
  for (const report of reports) {
    const owner = owners.get(report.providerId ?? '');
    if (!owner) unmatched.push(report);
    else {
      const { organisation_id: organisationId, message_id: messageId, number: attempt } = owner;
      matched.push({ organisationId, messageId, attempt, report });
    }
  }
  if (unmatched.length === 0) return { matched, unmatched };
  const parts = await matchParts(tx, gateway, unmatched);
  return { matched: [...matched, ...parts.matched], unmatched: parts.unmatched };
}

const PART_DELIVERED = CODE_OF.Processed;

/**
 * Stores what reports say of the parts of a text, and returns what they mean for the whole text: delivered if all parts
 * are, failed if one part has failed, sent otherwise.
 */
async function matchParts(
  tx: EveryOrganisationTx,
  gateway: string,
  reports: readonly GatewayReport[],
): Promise<Matches> {
  const ids = reports.map(({ providerId = '' }) => providerId);
  const attempts = await lockAttemptsOfParts(tx, gateway, ids);
  if (attempts.length === 0) return { matched: [], unmatched: [...reports] };
  await writePartCodes(tx, gateway, codesByPart(reports));
  const texts = await readParts(tx, attempts);
  const known = new Set(texts.flatMap((text) => text.provider_ids));
  const rawCodes = new Map(reports.map(({ providerId = '', rawCode }) => [providerId, rawCode]));
  return {
    matched: texts.map((text) => ({
      organisationId: text.organisation_id,
      messageId: text.message_id,
      attempt: text.number,
      report: reportOnWhole(text, rawCodes),
    })),
    unmatched: reports.filter(({ providerId = '' }) => !known.has(providerId)),
  };
}

function codesByPart(reports: readonly GatewayReport[]): Map<string, number> {
  const codes = new Map<string, number>();
  for (const { providerId = '', outcome } of reports) {
    if (outcome.kind === 'delivered') codes.set(providerId, PART_DELIVERED);
    else if (outcome.kind === 'failed' && !codes.has(providerId)) {
      codes.set(providerId, knownDeliveryCode(outcome.code));
    }
  }
  return codes;
}

/** The report carries the id of a part that it is true of, so that it can be parked and matched again. */
function reportOnWhole(
  { provider_ids: ids, delivery_codes: codes }: AttemptParts,
  rawCodes: ReadonlyMap<string, string | undefined>,
): GatewayReport {
  const failed = codes.findIndex((code) => code !== null && code !== PART_DELIVERED);
  const code = codes[failed];
  if (typeof code === 'number') {
    const providerId = ids[failed] ?? '';
    const rawCode = rawCodes.get(providerId);
    return { providerId, outcome: { kind: 'failed', code }, ...(rawCode !== undefined && { rawCode }) };
  }
  const isWhole = codes.every((each) => each === PART_DELIVERED);
  return { providerId: ids[0] ?? '', outcome: { kind: isWhole ? 'delivered' : 'sent' } };
}
