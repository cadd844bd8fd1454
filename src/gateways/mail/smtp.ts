import { createTransport } from 'nodemailer';
import type { Mailer, MailOutcome } from '../../domain/mail.js';

export function openSmtp({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport(url, { from });
  return {
    async send(mail) {
      try {
        await transport.sendMail(mail);
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error as { responseCode?: number; message: string });
      }
    },
    async close() {
      transport.close();
    },
  };
}

function outcomeOf({ responseCode = 0, message }: { responseCode?: number; message: string }): MailOutcome {
  return { kind: responseCode >= 500 && responseCode !== 535 ? 'refused' : 'later', reason: message };
}
