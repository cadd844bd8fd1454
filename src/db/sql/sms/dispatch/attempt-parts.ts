import { CODE_OF } from '../../../../domain/sms/delivery-codes.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

export interface AttemptInParts {
  readonly messageId: string;
  readonly number: number;
  /** The gateway's ids, in the order of the text. */
  readonly partIds: readonly string[];
}

type AttemptKey = RowOf<'sms_attempt_parts', 'organisation_id' | 'message_id' | 'number'>;

export interface AttemptParts extends AttemptKey {
  readonly provider_ids: readonly string[];
  /** Beside the ids: 100, why the part failed, or null while nothing final was reported. */
  readonly delivery_codes: readonly (number | null)[];
}

export async function recordParts(
  tx: OrganisationSql,
  gateway: string,
  attempts: readonly AttemptInParts[],
): Promise<void> {
  const parts = attempts.flatMap(({ messageId, number, partIds }) =>
    partIds.map((id, index) => ({ messageId, number, part: index + 1, id })),
  );
  if (parts.length === 0) return;
  await tx.sql(
    `INSERT INTO sms_attempt_parts (organisation_id, message_id, number, part, gateway, provider_id)
     SELECT :organisationId, message_id, number, part, :gateway, provider_id
     FROM unnest(:messageIds::uuid[], :numbers::smallint[], :parts::smallint[], :ids::text[])
       AS i (message_id, number, part, provider_id)
     ON CONFLICT (organisation_id, message_id, number, part) DO NOTHING`,
    {
      gateway,
      messageIds: parts.map((part) => part.messageId),
      numbers: parts.map((part) => part.number),
      parts: parts.map((part) => part.part),
      ids: parts.map((part) => part.id),
    },
  );
}

/**
 * Whose parts the gateway means by its own ids. The attempts stay locked: of two processes with reports on different
 * parts of one text the second must see what the first has written, or neither would find it complete.
 */
export function lockAttemptsOfParts(
  tx: EveryOrganisationSql,
  gateway: string,
  providerIds: readonly string[],
): Promise<AttemptKey[]> {
  return tx.sql<AttemptKey>(LOCK_ATTEMPTS, { gateway, providerIds });
}

export const lockAttempts = (own = '') => `
SELECT organisation_id, message_id, number FROM sms_attempts
WHERE ${own} (organisation_id, message_id, number) IN (
  SELECT organisation_id, message_id, number FROM sms_attempt_parts
  WHERE ${own} provider_id = ANY (:providerIds) AND gateway = :gateway
)
ORDER BY organisation_id, message_id, number FOR UPDATE`;

export const LOCK_ATTEMPTS = lockAttempts();

/** Of what is reported of one part the first counts, except that "delivered" corrects a failure. */
export async function writePartCodes(
  tx: EveryOrganisationSql,
  gateway: string,
  codes: ReadonlyMap<string, number>,
): Promise<void> {
  if (codes.size === 0) return;
  await tx.sql(WRITE_PART_CODES, { gateway, rawCodes: [...codes.keys()], deliveryCodes: [...codes.values()] });
}

export const WRITE_PART_CODES = `
UPDATE sms_attempt_parts p SET delivery_code = told.code
FROM unnest(:rawCodes::text[], :deliveryCodes::smallint[]) AS told (provider_id, code)
WHERE p.provider_id = told.provider_id AND p.gateway = :gateway
  AND (p.delivery_code IS NULL OR (told.code = ${CODE_OF.Processed} AND p.delivery_code <> ${CODE_OF.Processed}))`;

export function readParts(tx: EveryOrganisationSql, attempts: readonly AttemptKey[]) {
  return tx.sql<AttemptParts>(READ_PARTS, {
    organisationIds: attempts.map((attempt) => attempt.organisation_id),
    messageIds: attempts.map((attempt) => attempt.message_id),
    numbers: attempts.map((attempt) => attempt.number),
  });
}

export const readPartsWhere = (condition = '') => `
SELECT p.organisation_id, p.message_id, p.number, array_agg(p.provider_id ORDER BY p.part) AS provider_ids,
       array_agg(p.delivery_code ORDER BY p.part) AS delivery_codes
FROM unnest(:organisationIds::uuid[], :messageIds::uuid[], :numbers::smallint[]) AS a (organisation_id, message_id, number)
JOIN sms_attempt_parts p USING (organisation_id, message_id, number) ${condition}
GROUP BY p.organisation_id, p.message_id, p.number`;

export const READ_PARTS = readPartsWhere();
