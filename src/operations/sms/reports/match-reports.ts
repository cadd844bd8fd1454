import { findAttemptsByProviderId } from '../../../db/sql/sms/reports.js';
import type { EveryOrganisationTx } from '../../../db/transaction.js';
import type { GatewayReport } from '../../../domain/sms/gateway.js';
import { decodeReference } from '../../../domain/sms/reference.js';
import type { MatchedReport } from './judge-report.js';
import { matchParts } from './match-parts.js';

/** Finds the attempts that reports speak of: by our reference, else by the gateway's own id, of the whole or of a part. */
export async function matchReports(
  tx: EveryOrganisationTx,
  gateway: string,
  reports: readonly GatewayReport[],
): Promise<{ matched: MatchedReport[]; unmatched: GatewayReport[] }> {
  const matched: MatchedReport[] = [];
  const byProviderId: GatewayReport[] = [];
  for (const report of reports) {
    const attempt = report.reference === undefined ? null : decodeReference(report.reference);
    if (attempt) matched.push({ ...attempt, report });
    else if (report.providerId !== undefined) byProviderId.push(report);
  }
  if (byProviderId.length === 0) return { matched, unmatched: [] };

  const ids = byProviderId.map((report) => report.providerId ?? '');
  const owners = new Map((await findAttemptsByProviderId(tx, gateway, ids)).map((owner) => [owner.provider_id, owner]));
  const unmatched: GatewayReport[] = [];
  for (const report of byProviderId) {
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
