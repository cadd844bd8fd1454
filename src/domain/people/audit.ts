/** Actions in the audit log: every change of rights and of settings of an organisation. */
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
  'number.erased',
  'campaign.cancelled',
  'campaign.paused',
  'campaign.resumed',
  'campaign.rescheduled',
  'message.cancelled',
  'messages.resumed',
  'export_link.created',
  'export_link.ended',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  readonly action: AuditAction;
  /** Id of the subject, if it has one. The action begins with the kind of the subject. */
  readonly subjectId: string | null;
  /** The changed settings before and after, without secrets, phone numbers and texts. */
  readonly before?: object | null;
  readonly after?: object | null;
}
