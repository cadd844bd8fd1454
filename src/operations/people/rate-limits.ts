import {
  lockOrganisation,
  type Organisation,
  readOrganisation,
  updateCallsPerMinute,
} from '../../db/sql/people/organisations.js';
import { OPERATOR } from '../../domain/context.js';
import { type FieldError, fieldError, requireValid } from '../../domain/errors.js';
import { LIMITS, type OwnCallsPerMinute, RATE_LIMIT_BUCKETS, type RateLimitBucket } from '../../domain/limits.js';
import type { Services } from '../context.js';
import { recordAudit } from './audit-log.js';
import { changesOf } from './organisations.js';

/** Null: the limit of the installation. Limits that are left out stay unchanged. */
type RateLimitChanges = Readonly<Partial<Record<RateLimitBucket, number | null | undefined>>>;

/**
 * Changes the rate limits of an organisation. Only the command line calls this: limits protect the installation, so no
 * member or key may raise them. The authenticator reads them with the caller: for as long as it caches callers, a
 * process may still apply the previous limits.
 */
export async function changeRateLimits(
  { db }: Pick<Services, 'db'>,
  organisationId: string,
  changes: RateLimitChanges,
): Promise<Organisation> {
  requireValid(validate(changes));
  return db.inOrganisation(organisationId, async (tx) => {
    await lockOrganisation(tx);
    const organisation = await readOrganisation(tx);
    const wanted = merge(organisation.callsPerMinute, changes);
    const { before, after } = changesOf(namedForAudit(organisation.callsPerMinute), namedForAudit(wanted));
    if (Object.keys(after).length === 0) return organisation;
    const by = { actor: OPERATOR, address: null };
    await recordAudit(tx, by, { action: 'organisation.updated', subjectId: organisationId, before, after });
    return updateCallsPerMinute(tx, wanted);
  });
}

function validate(changes: RateLimitChanges): FieldError[] {
  const { callsPerMinuteMax: most } = LIMITS;
  const isValid = (calls: number) => Number.isInteger(calls) && calls >= 1 && calls <= most;
  const wrong = RATE_LIMIT_BUCKETS.filter((bucket) => changes[bucket] != null && !isValid(changes[bucket]));
  return wrong.map((bucket) => fieldError(bucket, 'invalid', `Must be a whole number from 1 to ${most}.`));
}

function merge(current: OwnCallsPerMinute, changes: RateLimitChanges): OwnCallsPerMinute {
  const limits = RATE_LIMIT_BUCKETS.map((bucket) => {
    const { [bucket]: calls = current[bucket] ?? null } = changes;
    return [bucket, calls];
  });
  return Object.fromEntries(limits);
}

const namedForAudit = (own: OwnCallsPerMinute) =>
  Object.fromEntries(RATE_LIMIT_BUCKETS.map((bucket) => [`${bucket}_limit`, own[bucket] ?? null]));
