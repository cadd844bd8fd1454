import type { Config } from '../../config/config.js';
import type { ChatEngine } from '../../domain/chat/engine.js';
import type { Mailer } from '../../domain/people/mail.js';
import type { GatewayCheck, SmsGateway } from '../../domain/sms/gateway.js';
import { openSmtp } from '../../gateways/mail/smtp.js';
import type { Services } from '../../operations/context.js';
import { type Finding, fine, wrong } from './finding.js';

/** Enough for DNS, connect, TLS and bind, while the user waits. */
const CHECK_TIMEOUT_MS = 15_000;

const COMPLAINTS: Readonly<Record<'refused' | 'unreachable' | 'misunderstood', (reason: string) => string>> = {
  refused: (reason) => `It refuses access: ${reason}. Check the credentials and whether it admits this machine.`,
  unreachable: (reason) => `It does not respond: ${reason}. Check its address, its TLS settings and the network.`,
  misunderstood: (reason) => `It responded with something unexpected: ${reason}.`,
};

/** Checks all gateways and engines at the same time, without sending a message. */
export function examineGateways({ gateways, engines }: Pick<Services, 'gateways' | 'engines'>): Promise<Finding[]> {
  return Promise.all([
    ...[...gateways].map(([name, { gateway }]) => examineGateway(`gateway ${name}`, gateway)),
    ...[...engines].map(([name, engine]) => examineGateway(`engine ${name}`, engine)),
  ]);
}

async function examineGateway(
  subject: string,
  gateway: Pick<SmsGateway | ChatEngine | Mailer, 'check'>,
): Promise<Finding> {
  if (!gateway.check) return fine(subject, 'configured; it has no check');
  const check = await gateway.check(AbortSignal.timeout(CHECK_TIMEOUT_MS));
  switch (check.kind) {
    case 'works':
      return fine(subject, worksWords(check));
    case 'no_credit':
      return wrong(subject, `It responds, but has no credit left (${check.credit}): top it up.`);
    default:
      return wrong(subject, COMPLAINTS[check.kind](check.reason));
  }
}

function worksWords({ credit, note }: Extract<GatewayCheck, { kind: 'works' }>): string {
  const parts = ['responds', credit === null ? null : `credit ${credit}`, note ?? null];
  return parts.filter((part) => part !== null).join(', ');
}

/** The user of the command waits for each step. */
const STEP_TIMEOUT_MS = 5_000;

export async function examineMail({ smtpUrl, mailFrom, nodeEnv, signUp }: Config): Promise<Finding> {
  if (smtpUrl === undefined) {
    if (nodeEnv !== 'production') return fine('mail', 'SMTP_URL is not set: mails go to the log and to the outbox');
    const lack = 'SMTP_URL is not set: people cannot verify an address, be invited or reset a password';
    // Keys work without mail.
    return signUp === 'open' ? wrong('mail', `${lack}.`) : fine('mail', `${lack}; API keys work all the same`);
  }
  const mailer = openSmtp({ url: smtpUrl, from: mailFrom, timeoutMs: STEP_TIMEOUT_MS });
  try {
    return await examineGateway('mail', mailer);
  } finally {
    await mailer.close();
  }
}
