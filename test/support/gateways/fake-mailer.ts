import type { Mailer, MailOutcome, OutgoingMail } from '../../../src/domain/people/mail.js';

export interface FakeMailer extends Mailer {
  /** What it was given, whatever came of it. */
  readonly given: readonly OutgoingMail[];
  react: (mail: OutgoingMail, signal: AbortSignal) => MailOutcome | Promise<MailOutcome>;
}

/** Carries no mail anywhere, but remembers it. */
export function createFakeMailer(): FakeMailer {
  const given: OutgoingMail[] = [];
  const mailer: FakeMailer = {
    given,
    react: () => ({ kind: 'sent' }),
    async send(mail, signal) {
      given.push(mail);
      return mailer.react(mail, signal);
    },
    async close() {},
  };
  return mailer;
}

/** As a server that says nothing: until the caller gives up. */
export function silence(_mail: OutgoingMail, signal: AbortSignal): Promise<MailOutcome> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'later', reason: 'silence' }), { once: true });
  });
}
