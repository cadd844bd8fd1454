import { GIVE_UP_AFTER_SECONDS } from '../events/retry.js';
import { LIMITS } from '../limits.js';
import type { Mail } from './mail.js';

/** Texts of all mails. The code is also in the subject, so that people see it without opening the mail. */

const GREETING = (name: string) => `Hello ${name},`;
const NOT_YOU = 'If this was not you, ignore this mail: nothing happens without the code.';

/** Without the name: before the address is verified, a stranger may have written anything into it. */
export function verificationMail({ to, code }: { to: string; code: string }): Mail {
  return mail(to, `${code} is your Postrider code`, [
    'Hello,',
    `your code is ${code}. It confirms your e-mail address and is good for ${LIMITS.codeMinutes} minutes.`,
    NOT_YOU,
  ]);
}

export function passwordResetMail({ to, name, code }: { to: string; name: string; code: string }): Mail {
  return mail(to, `${code} is your Postrider code`, [
    GREETING(name),
    `your code is ${code}. With it you can set a new password within ${LIMITS.codeMinutes} minutes.`,
    NOT_YOU,
  ]);
}

/** Tells the owner of an existing account. The page must not, since it would reveal accounts to strangers. */
export function alreadyRegisteredMail({ to, publicUrl }: { to: string; publicUrl: string }): Mail {
  return mail(to, 'You already have a Postrider account', [
    'Hello,',
    'somebody, probably you, has just signed up with this address, which has an account already. Sign in with your password, or have it reset:',
    `${publicUrl}/sign-in`,
    'If this was not you, ignore this mail: nothing has changed.',
  ]);
}

export function passwordChangedMail({ to, name }: { to: string; name: string }): Mail {
  return mail(to, 'Your Postrider password was changed', [
    GREETING(name),
    'your password was changed just now, and every other session has been signed out.',
    'If this was not you, reset your password at once.',
  ]);
}

export interface InvitationFacts {
  readonly to: string;
  readonly organisation: string;
  readonly invitedBy: string;
  readonly role: string;
  readonly link: string;
}

export function invitationMail({ to, organisation, invitedBy, role, link }: InvitationFacts): Mail {
  // The inviting person chose the names, so the subject contains none of them.
  return mail(to, 'You are invited to an organisation on Postrider', [
    'Hello,',
    `${invitedBy} invites you to join ${organisation} on Postrider as ${role}:`,
    link,
    `The link is good for ${LIMITS.invitationDays} days, and for you alone.`,
  ]);
}

const GIVEN_UP: Readonly<Record<'gone' | 'failing', string>> = {
  gone: 'it answers that it is gone for good (410).',
  failing: `it has not taken anything for ${GIVE_UP_AFTER_SECONDS / 86_400} days.`,
};

export interface DisabledWebhookFacts {
  readonly to: string;
  readonly url: string;
  readonly reason: keyof typeof GIVEN_UP;
}

export function webhookDisabledMail({ to, url, reason }: DisabledWebhookFacts): Mail {
  return mail(to, 'A webhook has been disabled', [
    'Hello,',
    `nothing is posted to ${url} any more: ${GIVEN_UP[reason]}`,
    'No event is lost: put the receiver right and make the webhook active again, and it goes on where it stopped.',
  ]);
}

/** Removes line breaks from names: one in the subject would inject a header, one in the text a fake paragraph. */
function mail(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return { to, subject: oneLine(subject), text: `${paragraphs.map(oneLine).join('\n\n')}\n` };
}

function oneLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim();
}
