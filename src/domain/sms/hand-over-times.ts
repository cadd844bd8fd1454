/**
 * Times that keep two workers from submitting the same message. A worker calls the gateway only while its lease covers
 * the whole call; another worker accepts "the gateway does not know it" only when no such call can still arrive.
 */

/** A worker claims further batches only in this first part of its lease. */
export const LEASE_SHARE_FOR_CLAIMS = 0.2;
/** A call must end within this part of the lease; it may begin later than the claim, which takes time itself. */
export const LEASE_SHARE_FOR_CALL = 0.7;
/** The time to settle the answers, which must be left of the lease after the longest call. */
export const SETTLE_RESERVE_MS = 2_000;

/** The longest timeout of a call with which the lease also covers a batch that was claimed last. */
export function longestCallMs(leaseSeconds: number): number {
  return leaseSeconds * 1000 * LEASE_SHARE_FOR_CALL - SETTLE_RESERVE_MS;
}

/** The shortest lease for calls with this timeout. */
export function shortestLeaseSeconds(timeoutMs: number): number {
  return Math.ceil((timeoutMs + SETTLE_RESERVE_MS) / 1000 / LEASE_SHARE_FOR_CALL);
}

/**
 * Seconds after a claim from which "the gateway does not know the reference" is final: the claiming worker may have
 * checked its lease, been frozen before it wrote the request, and written it when it woke up. So much must have passed
 * on a clock that is never set.
 */
export function absenceCountsAfterSeconds(
  { leaseSeconds, maxFreezeSeconds }: { readonly leaseSeconds: number; readonly maxFreezeSeconds: number },
  timeoutMs: number,
): number {
  return leaseSeconds + timeoutMs / 1000 + maxFreezeSeconds;
}
