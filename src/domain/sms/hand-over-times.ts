/**
 * The times that keep two workers from handing over the same message. A worker calls the gateway only while its lease
 * covers the whole call; another worker believes "the gateway does not know it" only when no such call can still arrive.
 */

/** A worker begins to claim another batch only in this first part of its lease. */
export const LEASE_SHARE_FOR_CLAIMS = 0.2;
/** The call may begin a little later, since a claim takes its time, and must end within so much of the lease. */
export const LEASE_SHARE_FOR_CALL = 0.7;
/** What must be left of the lease after the longest call: the time to write the answers down. */
export const SETTLE_RESERVE_MS = 2_000;

/** The longest time-out for which the lease also covers a batch that was claimed late. */
export function longestCallMs(leaseSeconds: number): number {
  return leaseSeconds * 1000 * LEASE_SHARE_FOR_CALL - SETTLE_RESERVE_MS;
}

/** The shortest lease for calls that may take so long. */
export function shortestLeaseSeconds(timeoutMs: number): number {
  return Math.ceil((timeoutMs + SETTLE_RESERVE_MS) / 1000 / LEASE_SHARE_FOR_CALL);
}

/**
 * Seconds after a claim from which "the gateway does not know the reference" is final: the claiming worker may have checked its
 * lease, been frozen before it wrote the request, and written it when it woke up.
 */
export function absenceCountsAfterSeconds(
  { leaseSeconds, maxFreezeSeconds }: { readonly leaseSeconds: number; readonly maxFreezeSeconds: number },
  timeoutMs: number,
): number {
  return leaseSeconds + timeoutMs / 1000 + maxFreezeSeconds;
}
