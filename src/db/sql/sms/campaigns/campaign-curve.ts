import type { OrganisationTx } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/** Messages of a campaign that have changed their status. */
interface CurveMove extends RowOf<'sms_messages', 'campaign_id' | 'status'> {
  readonly messages: number;
}

/** Adds the changes to the curves of their campaigns when the transaction commits. */
export function drawCurves(tx: OrganisationTx, moves: readonly CurveMove[]): void {
  const drawn = moves.filter(({ campaign_id }) => campaign_id !== null);
  if (drawn.length === 0) return;
  tx.logWrites.add({
    organisationId: tx.organisationId,
    statement: DRAW,
    values: {
      campaignIds: drawn.map(({ campaign_id }) => campaign_id),
      statuses: drawn.map(({ status }) => status),
      messages: drawn.map(({ messages }) => messages),
    },
  });
}

const DRAW = `
INSERT INTO campaign_timeline AS t (organisation_id, campaign_id, bucket, status, changes)
SELECT :organisationId::uuid, campaign_id, date_bin('10 seconds', now(), 'epoch'), status, sum(messages)
FROM unnest(:campaignIds::uuid[], :statuses::sms_status[], :messages::integer[]) AS m (campaign_id, status, messages)
GROUP BY 1, 2, 4
ON CONFLICT (organisation_id, campaign_id, bucket, status) DO UPDATE SET changes = t.changes + excluded.changes`;
