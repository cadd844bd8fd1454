// Written by `npm run schema`. Do not edit.
import type { Campaign } from './rest.js';

export const CAMPAIGN_PROGRESS =
  'subscription($id:UUID!){campaignProgress(id:$id){...Campaign}}fragment Campaign on Campaign{id name status total accepted invalid duplicates suppressed counts{...MessageCounts}senderId reference metadata test createdBy{...AuditActor}createdAt scheduledAt validUntil startedAt completedAt cancelledAt pausedAt pauseReason pauseOnFailures category result retryOf{id}}fragment MessageCounts on MessageCounts{queued sent delivered failed undelivered blocked held cancelled}fragment AuditActor on AuditActor{kind actorId name}';

export const asInRest = (campaign: any): Campaign => ({
  campaign_id: campaign.id,
  name: campaign.name,
  status: campaign.status && campaign.status.toLowerCase(),
  total: campaign.total,
  accepted: campaign.accepted,
  invalid: campaign.invalid,
  duplicates: campaign.duplicates,
  suppressed: campaign.suppressed,
  counts: campaign.counts && { queued: campaign.counts.queued, sent: campaign.counts.sent, delivered: campaign.counts.delivered, failed: campaign.counts.failed, undelivered: campaign.counts.undelivered, blocked: campaign.counts.blocked, held: campaign.counts.held, cancelled: campaign.counts.cancelled },
  sender_id: campaign.senderId,
  reference: campaign.reference,
  metadata: campaign.metadata,
  test: campaign.test,
  created_by: campaign.createdBy && { kind: campaign.createdBy.kind && campaign.createdBy.kind.toLowerCase(), id: campaign.createdBy.actorId, name: campaign.createdBy.name },
  created_at: campaign.createdAt,
  scheduled_at: campaign.scheduledAt,
  valid_until: campaign.validUntil,
  started_at: campaign.startedAt,
  completed_at: campaign.completedAt,
  cancelled_at: campaign.cancelledAt,
  paused_at: campaign.pausedAt,
  pause_reason: campaign.pauseReason && campaign.pauseReason.toLowerCase(),
  pause_on_failures: campaign.pauseOnFailures,
  category: campaign.category && campaign.category.toLowerCase(),
  result: campaign.result && campaign.result.toLowerCase(),
  retry_of: campaign.retryOf && campaign.retryOf.id,
});
