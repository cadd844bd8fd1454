/** Every change of rights and of settings of an organisation, with its public description. */
export const AUDIT_ACTIONS = {
  'organisation.created': 'The organisation was created.',
  'organisation.updated': 'The name or a setting of the organisation was changed.',
  'member.joined': 'A person accepted an invitation.',
  'member.role_changed': 'The role of a member was changed.',
  'member.removed': 'A member was removed from the organisation.',
  'member.left': 'A member left the organisation.',
  'invitation.created': 'A person was invited.',
  'invitation.revoked': 'An invitation was revoked.',
  'api_key.created': 'An API key was created.',
  'api_key.rotated': 'An API key was replaced by a new one.',
  'api_key.revoked': 'An API key was revoked.',
  'sender_id.created': 'A sender ID was registered.',
  'sender_id.approved': 'A sender ID was approved.',
  'sender_id.rejected': 'A sender ID was rejected.',
  'sender_id.deleted': 'A sender ID was deleted.',
  'keywords.updated':
    'Words or answers of keywords were changed; `new_texts` names the keywords whose answers have another text.',
  'webhook.created': 'A webhook was created.',
  'webhook.updated': 'A webhook was changed, paused, made active again, or its backlog was skipped.',
  'webhook.deleted': 'A webhook was deleted.',
  'webhook.secret_rotated': 'The secret of a webhook was rotated.',
  'webhook.redelivered': 'Deliveries of events to a webhook were repeated.',
  'session.created': 'A session was created, and started unless `start` is false.',
  'session.started': 'A session was started.',
  'session.stopped': 'A session was stopped.',
  'session.restarted': 'A session was stopped and started.',
  'session.logged_out': 'The phone was unpaired from a session.',
  'session.deleted': 'A session was deleted.',
  'session.pairing_requested': 'A pairing code was requested, whether or not the engine returned one.',
  'suppression.added': 'Numbers were suppressed; `count` is the number of new suppressions.',
  'suppression.lifted': 'A suppression was lifted.',
  'number.erased':
    'Texts and data of a number were erased; `messages` and `chat_messages` are how many, `pending` those that a gateway still had, ' +
    '`masked` what was sent to others and lost the number.',
  'campaign.cancelled': 'Messages of a campaign were cancelled.',
  'campaign.paused': 'A campaign was paused.',
  'campaign.resumed': 'A paused campaign was resumed.',
  'campaign.rescheduled': 'A campaign got another time to start.',
  'message.cancelled': 'A message was cancelled.',
  'messages.resumed': 'Held messages of a gateway were queued again.',
  'export_link.created': 'A link for downloading rows was created; `conditions` names the conditions of the rows.',
  'export_link.ended': 'A link for downloading rows was ended before it expired.',
};
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export interface NewAuditEntry {
  readonly action: AuditAction;
  /** Id of the subject, if it has one. The action begins with the kind of the subject. */
  readonly subjectId: string | null;
  /** The changed settings before and after, without secrets, phone numbers and texts. */
  readonly before?: object | null;
  readonly after?: object | null;
}
