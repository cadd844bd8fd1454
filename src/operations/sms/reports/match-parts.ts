import {
  type AttemptParts,
  lockAttemptsOfParts,
  readParts,
  writePartCodes,
} from '../../../db/sql/sms/attempt-parts.js';
import type { EveryOrganisationTx } from '../../../db/transaction.js';
import { CODE_OF, knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { GatewayReport } from '../../../domain/sms/gateway.js';
import type { MatchedReport } from './judge-report.js';

const PART_DELIVERED = CODE_OF.Processed;

/**
 * Writes down what reports say of parts of texts, and makes of it what they mean for the whole: delivered when every
 * part is, failed when one has failed, and under way until then.
 */
export async function matchParts(
  tx: EveryOrganisationTx,
  gateway: string,
  reports: readonly GatewayReport[],
): Promise<{ matched: MatchedReport[]; unmatched: GatewayReport[] }> {
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

/** Its id is that of a part it is true of, so that parking it and reading it once more changes nothing. */
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
