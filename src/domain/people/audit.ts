/** What is written into an organisation's audit log: whatever changes who may do what, or how the organisation works. */
export const AUDIT_ACTIONS = [
  'organisation.created',
  'organisation.updated',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'invitation.created',
  'invitation.revoked',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'sender_id.created',
  'sender_id.approved',
  'sender_id.rejected',
  'sender_id.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.redelivered',
  'session.created',
  'session.started',
  'session.stopped',
  'session.restarted',
  'session.logged_out',
  'session.deleted',
  'session.pairing_requested',
  'suppression.added',
  'suppression.lifted',
  'campaign.cancelled',
  'message.cancelled',
  'messages.resumed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  readonly action: AuditAction;
  /** The kind of thing that it was done to, which the action begins with, and its id where it has one. */
  readonly subjectId: string | null;
  /** What has changed, as it was and as it is; secrets, numbers and texts are not among it. */
  readonly before?: object | null;
  readonly after?: object | null;
}
