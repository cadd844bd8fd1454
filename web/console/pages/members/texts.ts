import type { MemberRole } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';

export const words = catalogue({
  en: {
    title: 'Members',
    sentence: 'People who may sign in for this organisation, and what each of them may do.',
    own: (role: string) => `Your role is ${role}. Owners and admins manage the members.`,
    columns: { person: 'Person', role: 'Role', joined: 'Member since' },
    you: 'you',
    /** What a role may, as it stands in `ROLE_SCOPES` of the server. */
    may: {
      OWNER: 'Everything.',
      ADMIN: 'Everything, but make or remove owners.',
      DEVELOPER: 'Sends and reads, connects phones, and manages suppressions, webhooks, keys and sender IDs.',
      OPERATOR: 'Sends and reads, connects phones, and manages suppressions.',
      VIEWER: 'Reads messages and campaigns, and changes nothing.',
    } satisfies Record<MemberRole, string>,
    change: 'Change role',
    remove: 'Remove',
    leave: 'Leave',
    lastOwner: 'The only owner: make another member an owner first.',
    invite: 'Invite a person',
    invitations: {
      title: 'Invitations',
      none: 'Nobody is invited at the moment.',
      email: 'Address',
      role: 'Role',
      by: 'Invited by',
      until: 'Valid until',
      expired: 'Expired',
      resend: 'Send again',
      revoke: 'Revoke',
      noMail: 'A server without SMTP_URL sends no mail. On such a server the operator prints a new link:',
      resent: (email: string) => `There is a new link for ${email}. The link before works no longer.`,
    },
    form: {
      email: 'E-mail address',
      emailHint: 'If the server sends mail, it sends a link that works for 7 days.',
      role: 'Role',
      submit: 'Send the invitation',
    },
    changing: {
      title: (name: string) => `Change the role of ${name}`,
      when: 'The new role holds within seconds.',
      own: 'This is your own role: with a lesser one you may not be able to undo this.',
      submit: 'Change the role',
    },
    removing: {
      title: (name: string) => `Remove ${name}`,
      what: 'This person loses access to the organisation within seconds, and invitations that they made are void. Their account stays.',
      keys: 'Keys and webhooks that they made go on working. Revoke the keys that they may have kept.',
      action: 'Remove the member',
    },
    revoking: {
      title: (email: string) => `Revoke the invitation of ${email}`,
      what: 'The link in the mail stops working at once. You can invite the same address again.',
      action: 'Revoke the invitation',
    },
    leaving: {
      button: 'Leave the organisation',
      title: (organisation: string) => `Leave ${organisation}`,
      what: 'You lose access to everything of this organisation. To come back you need an invitation.',
      action: 'Leave the organisation',
    },
  },
});
