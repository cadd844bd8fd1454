import type { Mail, Mailer } from '../../../src/domain/people/mail.js';
import { deliverMail } from '../../../src/operations/people/deliver-mail.js';
import type { Answer, TestApi } from '../../http/start-api.js';

/** A browser: it keeps the cookie of its session, and may name an organisation. */
export interface Browser {
  organisationId: string | null;
  cookie: string | null;
  ask(query: string, variables?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Calls a mutation with an input, and returns what `fields` select of its payload. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads of all shapes.
  mutate(name: string, input: object, fields: string): Promise<any>;
}

let machines = 0;

/** On a machine of its own, where the server believes proxies. */
export function openBrowser(api: Pick<TestApi, 'graphql'>): Browser {
  machines += 1;
  const address = `198.51.${machines >> 8}.${machines & 255}`;
  const browser: Browser = {
    organisationId: null,
    cookie: null,
    async ask(query, variables = {}, more = {}) {
      const { cookie, organisationId } = browser;
      const headers = {
        'x-forwarded-for': address,
        ...(cookie && { cookie }),
        ...(organisationId && { 'x-organisation-id': organisationId }),
        ...more,
      };
      const answer = await api.graphql(query, variables, headers);
      const given = answer.headers
        .getSetCookie()
        .find((line) => line.includes('_session='))
        ?.split(';')[0];
      if (given) browser.cookie = given.endsWith('=') ? null : given;
      return answer;
    },
    async mutate(name, input, fields) {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
      const { body } = await browser.ask(query, { input });
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data[name];
    },
  };
  return browser;
}

/** Takes every mail that is on its way, and keeps it. */
export interface Mailbox {
  /** All mails until now, oldest first. */
  read(to?: string): Promise<Mail[]>;
  /** The code in the newest mail to this address. */
  codeFor(to: string): Promise<string>;
}

export function openMailbox(api: Pick<TestApi, 'services'>): Mailbox {
  const mails: Mail[] = [];
  const mailer: Mailer = {
    async send(mail) {
      mails.push(mail);
      return { kind: 'sent' };
    },
    close: async () => undefined,
  };
  const read = async (to?: string) => {
    while (await deliverMail({ ...api.services, mailer }));
    return mails.filter((mail) => to === undefined || mail.to === to);
  };
  return {
    read,
    async codeFor(to) {
      const newest = (await read(to)).at(-1);
      const code = /\b\d{6}\b/.exec(newest?.subject ?? '')?.[0];
      if (!code) throw new Error(`No code has come for ${to}.`);
      return code;
    },
  };
}

export const PASSWORD = 'correct horse battery';

/** A person with an account, signed in. */
export async function signUpAs(
  api: Pick<TestApi, 'graphql' | 'services'>,
  email: string,
  { name = 'A person', password = PASSWORD } = {},
): Promise<Browser & { readonly personId: string }> {
  const browser = openBrowser(api);
  const mailbox = openMailbox(api);
  const { challenge } = await browser.mutate('signUp', { email, name, password }, 'challenge');
  const code = await mailbox.codeFor(email);
  const { person } = await browser.mutate('verifyEmail', { challenge, code }, 'person { id }');
  return Object.assign(browser, { personId: person.id as string });
}
