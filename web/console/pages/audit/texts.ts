import type { ActorKind, AuditAction } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';

export const words = catalogue({
  en: {
    title: 'Audit',
    sentence: 'Who changed what, and from where. Nobody can change or delete an entry.',
    none: 'Nothing has been changed yet',
    noneHow:
      'Every change of settings, members, keys, endpoints, phones and campaigns appears here, with the one who made it.',
    columns: { when: 'When', who: 'Who, from where', what: 'What', subject: 'On what', changes: 'Changed' },
    filters: {
      action: 'What',
      who: 'Who',
      on: 'Id of what was changed',
      from: 'From',
      to: 'To',
      members: 'People',
      keys: 'Keys',
      others: 'Others',
    },
    kinds: { PERSON: 'Person', KEY: 'Key', OPERATOR: 'Operator' } satisfies Record<ActorKind, string>,
    allBy: (name: string) => `All by ${name}`,
    allAbout: 'All about it',
    changes: { caption: 'Changed settings', setting: 'Setting', before: 'Before', after: 'After', value: 'Value' },
    nulls: { types: 'Everything', retention_days: 'As the installation' } as Readonly<Record<string, string>>,
    nothing: 'Nothing',
    yes: 'Yes',
    no: 'No',
  },
});

/** The kinds of subjects, as actions begin with them. */
export const subjectWords: Readonly<Record<string, string>> = catalogue({
  en: {
    organisation: 'Organisation',
    member: 'Member',
    invitation: 'Invitation',
    api_key: 'Key',
    sender_id: 'Sender ID',
    webhook: 'Endpoint',
    session: 'Phone',
    suppression: 'Suppression',
    campaign: 'Campaign',
    message: 'Message',
    messages: 'Messages on hold',
    export_link: 'Download',
  },
});

export const actionWords: Readonly<Record<AuditAction, string>> = catalogue({
  en: {
    ORGANISATION_CREATED: 'Created the organisation',
    ORGANISATION_UPDATED: 'Changed the settings',
    MEMBER_JOINED: 'Joined',
    MEMBER_ROLE_CHANGED: 'Changed a role',
    MEMBER_REMOVED: 'Removed a member',
    MEMBER_LEFT: 'Left',
    INVITATION_CREATED: 'Invited somebody',
    INVITATION_REVOKED: 'Revoked an invitation',
    API_KEY_CREATED: 'Made a key',
    API_KEY_ROTATED: 'Rotated a key',
    API_KEY_REVOKED: 'Revoked a key',
    SENDER_ID_CREATED: 'Registered a sender ID',
    SENDER_ID_APPROVED: 'Approved a sender ID',
    SENDER_ID_REJECTED: 'Rejected a sender ID',
    SENDER_ID_DELETED: 'Deleted a sender ID',
    WEBHOOK_CREATED: 'Added an endpoint',
    WEBHOOK_UPDATED: 'Changed an endpoint',
    WEBHOOK_DELETED: 'Deleted an endpoint',
    WEBHOOK_SECRET_ROTATED: 'Made a new secret',
    WEBHOOK_REDELIVERED: 'Posted events again',
    SESSION_CREATED: 'Added a phone',
    SESSION_STARTED: 'Started a phone',
    SESSION_STOPPED: 'Stopped a phone',
    SESSION_RESTARTED: 'Restarted a phone',
    SESSION_LOGGED_OUT: 'Unpaired a phone',
    SESSION_DELETED: 'Deleted a phone',
    SESSION_PAIRING_REQUESTED: 'Asked for a pairing code',
    SUPPRESSION_ADDED: 'Suppressed numbers',
    SUPPRESSION_LIFTED: 'Lifted a suppression',
    NUMBER_ERASED: 'Erased a number',
    CAMPAIGN_CANCELLED: 'Cancelled a campaign',
    CAMPAIGN_PAUSED: 'Paused a campaign',
    CAMPAIGN_RESUMED: 'Resumed a campaign',
    CAMPAIGN_RESCHEDULED: 'Gave a campaign another time',
    MESSAGE_CANCELLED: 'Cancelled a message',
    MESSAGES_RESUMED: 'Resumed messages on hold',
    EXPORT_LINK_CREATED: 'Made a link for a download',
    EXPORT_LINK_ENDED: 'Ended a link for a download',
  },
});

/** The settings whose names in the API say too little. */
export const settingWords: Readonly<Record<string, string>> = catalogue({
  en: {
    url: 'Address',
    email: 'E-mail address',
    sender_ids: 'Sender IDs',
    session_ids: 'Phones',
    types: 'Events',
    retention_days: 'Days until texts are removed',
    enforce_sender_ids: 'Approved sender IDs only',
    pause_on_failures: 'Pause campaigns that fail',
    smart_encoding: 'Replace typographic characters',
    skipped_backlog: 'Skipped what waited',
    only_dead: 'Given up only',
    scheduled_at: 'Time to start',
  },
});
