import { Webhook } from 'standardwebhooks';
import type { WakeUp } from '../../src/domain/context.js';
import type { Mail, Mailer } from '../../src/domain/people/mail.js';
import { receiveEngineReports } from '../../src/operations/chat/engine-reports.js';
import { deliverMail } from '../../src/operations/people/deliver-mail.js';
import { deliverNext } from '../../src/operations/webhooks/deliver/turn.js';
import { openQueue } from '../../src/queue/queue.js';
import type { TestApi } from '../http/start-api.js';
import { startReceiver } from '../support/gateways/receiver.js';
import { drain } from '../support/services.js';
import { until } from '../support/until.js';
import { type Call, type Carried, make } from './carried.js';

/** Uses something that was stored, and answers what came of it, without what differs from run to run. */
type Use = (api: TestApi, carried: Carried) => Promise<unknown>;

/** In this order: what a use changes, a later one may build on. */
export const USES: Readonly<Record<string, Use>> = {
  'a cursor into each list': async (api, { lists, credentials }) =>
    oneByOne(lists, async ({ name, call }) => {
      const { status, body } = await make(api, credentials, call);
      return { name, status, results: idsIn(body) };
    }),
  'keys, a cookie, and what keys are restricted to': async (api, { credentials }) =>
    oneByOne(Object.keys(credentials), async (by) => {
      const query = `{ viewer { apiKey { name } role organisation { id } } sessions(first: 10) { nodes { id } } }`;
      const { status, body } = await make(api, credentials, { ...CALL, by, body: { query } });
      const errors = body.errors?.map((error: { extensions: { code: string } }) => error.extensions.code);
      const { apiKey = null, role = null, organisation = null } = body.data?.viewer ?? {};
      return { by, status, errors, key: apiKey?.name, role, organisation, sessions: body.data?.sessions?.nodes };
    }),
  'audit entries': async (api, { credentials }) => {
    const query =
      '{ auditLog(first: 100) { nodes { action actor { kind name } subjectType subjectId before after } } }';
    return (await make(api, credentials, { ...CALL, body: { query } })).body.data.auditLog.nodes;
  },
  'an idempotency key with its own call': async (api, { keyed, credentials }) =>
    oneByOne(keyed, async (call) => {
      const { status, text, headers } = await make(api, credentials, call);
      const isReplayed = headers.get('idempotency-replayed') === 'true';
      const isSame = status === call.status && lasting(text) === lasting(call.text);
      return `${nameOf(call)} ${status} ${isReplayed ? 'replayed ' : ''}${isSame ? 'byte by byte' : text}`;
    }),
  'an idempotency key with another call': async (api, { keyed, credentials }) =>
    oneByOne(keyed.filter(hasText), async (call) => {
      const { status, body } = await make(api, credentials, otherThan(call));
      const payload = Object.values(body?.data ?? {})[0] as { userErrors?: { code: string }[] } | undefined;
      const code = payload?.userErrors?.[0]?.code ?? body?.errors?.[0]?.extensions?.code ?? body?.code ?? body?.error;
      return `${nameOf(call)} ${status} ${code}`;
    }),
  'jobs in the queue': async ({ services }, { wakeUps }) => {
    const taken: WakeUp[] = [];
    const url = services.db.orm.config.get('clientUrl') ?? '';
    const queue = openQueue({ url, logger: services.logger }, { onHint: (wakeUp) => void taken.push(wakeUp) });
    await until(() => taken.length >= wakeUps.length);
    await queue.stop();
    return taken.map((wakeUp) => JSON.stringify(wakeUp)).sort();
  },
  'reports in the inbox, and messages on the agenda': async (api, { reported, organisationId }) => {
    await drain(api.services);
    const states = await api.sql(
      'SELECT status, phase, delivery_code FROM sms_messages WHERE campaign_id = $1 ORDER BY position',
      [reported.campaignId],
    );
    const chat = await api.sql('SELECT status FROM chat_messages WHERE message_id = ANY ($1) ORDER BY id', [
      reported.chatMessageIds,
    ]);
    const sessions = await api.sql('SELECT state, reason FROM chat_sessions WHERE organisation_id = $1 ORDER BY id', [
      organisationId,
    ]);
    const parked = await api.sql(
      `SELECT gateway, tries > 1 AS again, reports -> 0 ->> 'providerId' AS id FROM sms_reports`,
    );
    const all = await api.sql('SELECT status, phase, count(*)::int FROM sms_messages GROUP BY 1, 2 ORDER BY 1, 2');
    return { states, chat, sessions, parked, all };
  },
  'people who have read a message in a group': async (api, { participants }) => {
    const { sessionId, messageId, known } = participants;
    const ack = { kind: 'ack', sessionId, messageId, ack: 'read' } as const;
    const count = async () =>
      (await api.sql('SELECT read_count FROM chat_messages WHERE message_id = $1', [messageId]))[0];
    const before = await count();
    for (const participant of [known, 'another@lid']) {
      await receiveEngineReports(api.services, 'sandbox', [{ ...ack, participant }]);
    }
    await drain(api.services);
    return { before, after: await count() };
  },
  'a number that has opted out at the gateway': async (api, { credentials, optedOut }) => {
    const call = { ...CALL, path: '/v1/sms/send/', body: { to: optedOut, message: 'Hello' } };
    const { status, body } = await make(api, credentials, call);
    await drain(api.services);
    const rows = await api.sql('SELECT status, delivery_code FROM sms_messages WHERE id = $1', [body.message_id]);
    return { status, rows };
  },
  'sealed secrets of webhooks': useSecrets,
  'sealed mails': async ({ services }) => {
    const mails: Pick<Mail, 'to' | 'subject' | 'text'>[] = [];
    const mailer: Mailer = {
      async send({ to, subject, text }) {
        mails.push({ to, subject, text });
        return { kind: 'sent' };
      },
      close: async () => undefined,
    };
    while (await deliverMail({ ...services, mailer }));
    return mails;
  },
  'a password, codes and links': async (api, { person, codes, invitationToken }) => {
    const ask = async (query: string, input: object) => {
      const call = { ...CALL, by: '', body: { query, variables: { input, token: invitationToken } } };
      return (await make(api, {}, call)).body.data;
    };
    const mutate = (name: string, type: string, fields: string, input: object) =>
      ask(`mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} userErrors { code } } }`, input);
    const { challenge, code } = codes.resetPassword;
    return [
      await mutate('signIn', 'SignInInput', 'person { email }', person),
      await mutate('verifyEmail', 'VerifyEmailInput', 'person { email name }', codes.verifyEmail),
      await mutate('resetPassword', 'ResetPasswordInput', '', { challenge, code, password: 'another long password' }),
      await ask('query ($token: String!) { invitation(token: $token) { organisationName role email } }', {}),
    ];
  },
  'the link of the set-up': async (api, { setUpLink }) => {
    await api.sql('TRUNCATE people CASCADE');
    const [, token] = setUpLink.split('#token=');
    const query = 'mutation ($input: SetUpInput!) { setUp(input: $input) { person { email } userErrors { code } } }';
    const input = {
      token,
      name: 'Ada',
      email: 'ada@example.org',
      password: 'a long password',
      organisationName: 'Acme',
    };
    return (await make(api, {}, { ...CALL, by: '', body: { query, variables: { input } } })).body.data;
  },
};

/** Of whom, where to, and which mutation. */
function nameOf({ by, path, body }: Call): string {
  const [, mutation = ''] = /\{ (\w+)\(input/.exec(JSON.stringify(body ?? '')) ?? [];
  return `${by} ${path} ${mutation}`.trim();
}

/**
 * Each failure has the id of its own request, when a secret ends was moved with all that ends, and later versions add
 * fields.
 */
const lasting = (text: string) =>
  text.replace(/"(request_id|previous_secret_until)":"[^"]*"|"cost":\{[^}]*\}|"category":null,/g, '');

const CALL: Call = { by: 'live', method: 'POST', path: '/graphql', body: {}, headers: {} };

/** Each endpoint gets its events at an address of today, signed with every secret that is in force and no other. */
async function useSecrets(api: TestApi, { webhooks }: Carried): Promise<unknown> {
  const receiver = await startReceiver();
  const found: unknown[] = [];
  try {
    for (const { id, secrets } of webhooks) {
      await api.sql(`UPDATE webhook_endpoints SET status = 'paused' WHERE id <> $1`, [id]);
      await api.sql(
        `UPDATE webhook_endpoints SET status = 'active', types = NULL, url = $2, not_before = '-infinity', due_at = now()
         WHERE id = $1`,
        [id, receiver.url],
      );
      const known = receiver.received.length;
      while (await deliverNext(api.services));
      const posts = receiver.received.slice(known);
      const signedBy = secrets.map((secret) =>
        posts.every(({ rawBody, headers }) => new Webhook(secret).verify(rawBody, { ...headers }) !== null),
      );
      const signatures = new Set(posts.map(({ headers }) => headers['webhook-signature']?.split(' ').length));
      found.push({ posted: posts.length > 0, signedBy, signatures: [...signatures] });
    }
  } finally {
    await receiver.stop();
  }
  return found;
}

async function oneByOne<Item, Result>(items: readonly Item[], use: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await use(item));
  return results;
}

const TEXTS = /Hello|Kiosk|Another phone|127\.0\.0\.1:9/g;
const OTHERS: Readonly<Record<string, string>> = {
  Hello: 'Hallo',
  Kiosk: 'Market',
  'Another phone': 'A third phone',
  '127.0.0.1:9': '127.0.0.1:7',
};

const hasText = ({ body }: Call) => JSON.stringify(body ?? '').search(TEXTS) >= 0;

/** The same key with a text or an address that is not the one of the first call. */
function otherThan(call: Call): Call {
  return { ...call, body: JSON.parse(JSON.stringify(call.body).replace(TEXTS, (text) => OTHERS[text] ?? text)) };
}

/** By what the results of a page are known. */
function idsIn(body: Readonly<Record<string, unknown>>): unknown {
  const list = listIn(body);
  return list.map((item) => item.id ?? item.message_id ?? item.campaign_id ?? item.chat_id ?? item.sequence ?? item);
}

function listIn(body: Readonly<Record<string, unknown>>): readonly Record<string, unknown>[] {
  const { results, nodes } = body;
  if (results || nodes) return (results ?? nodes) as Record<string, unknown>[];
  return listIn(Object.values(body)[0] as Record<string, unknown>);
}
