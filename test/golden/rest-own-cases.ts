import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../src/domain/limits.js';
import { signAccessToken } from '../../src/domain/people/access-token.js';
import { foldEngineReports, receiveEngineReports } from '../../src/operations/chat/engine-reports.js';
import { NOWHERE } from '../support/calls/generate-rest-calls.js';
import { addFailedCampaign } from '../support/failed-campaign.js';
import type { RestStage } from './rest-stage.js';

type Recorder = (stage: RestStage) => Promise<unknown>;

/** What only these routes can be asked, by method and path. */
export const OWN_CASES: Readonly<Record<string, Recorder>> = {
  'POST /v1/chatapp/{session_id}/send/': recordChatSends,
  'POST /v1/chatapp/{session_id}/groups/send/': recordChatSends,

  async 'GET /v1/chatapp/{session_id}/groups/'({ record, newPhone, engine }) {
    const groupsOf = async (title: string, session: string) =>
      record(title, { path: `/v1/chatapp/${session}/groups/` });
    await groupsOf('never read, and not connected', await newPhone('scan_qr'));
    engine.groups = 'rejected';
    await groupsOf('the provider refuses', await newPhone());
    engine.groups = 'unavailable';
    const away = await newPhone();
    await groupsOf('the provider is away', away);
    await groupsOf('another is reading them', away);
    engine.groups = 'done';
  },

  async 'POST /v1/conversations/{conversation_id}/reply/'({ api, record, customer, otherKey, newPhone, engine }) {
    await record('a key that may send nothing', { headers: await otherKey({ scopes: ['inbox:read'] }) });
    const said = { kind: 'message', messageId: 'said', party: '12025550101', text: 'Hello', media: null } as const;
    await receiveEngineReports(api.services, 'north', [{ ...said, sessionId: await newPhone() }]);
    await foldEngineReports(api.services);
    const { body } = await customer.call('GET', '/v1/conversations/?channel=chat');
    const path = `/v1/conversations/${body.results[0].conversation_id}/reply/`;
    await record('to a chat', { path });
    engine.outcome = { kind: 'rejected', reason: 'no such chat' };
    await record('to a chat that the provider refuses', { path });
    engine.outcome = null;
  },

  async 'POST /v1/conversations/{conversation_id}/read/'({ record, otherKey }) {
    await record('a key that may reply to nobody', { headers: await otherKey({ scopes: ['inbox:read'] }) });
  },

  async 'POST /v1/sms/send/'({ record, otherKey }) {
    const send = { to: '12025550100', message: 'Hello' };
    const all = {
      sender_id: 'Shop',
      reference: 'r',
      metadata: { a: 1 },
      at_least_once: true,
      scheduled_at: inAnHour(),
    };
    await record('a suppressed number', { body: send });
    await record('every option', { body: { ...send, to: '12025550101', ...all } });
    await record('empty options', { body: { ...send, to: '12025550101', sender_id: '', scheduled_at: null } });
    await record('a group id', { body: { ...send, to: '120363025550100@g.us' } });
    const wrong = { sender_id: '!', reference: 'x'.repeat(LIMITS.referenceLength + 1), metadata: { a: '\0' } };
    await record('options that cannot be', { body: { to: '1', message: ' ', ...wrong } });
    await record('a time that is past', { body: { ...send, scheduled_at: '2020-01-01T00:00:00Z' } });
    await record('too long a text', { body: { ...send, message: 'x'.repeat(1_600) } });
    await record('a sender that the key may not use', { body: send, headers: await otherKey({ senderIds: ['Shop'] }) });
  },

  async 'POST /v1/sms/send-bulk/'({ record, customer }) {
    const bulk = (message: string, ...recipients: unknown[]) => ({ body: { message, recipients } });
    await record('of each kind', bulk('Hi', '12025550101', '12025550101', 'bad', { to: '12025550100' }));
    await record(
      'recipients that are none',
      bulk('Hi', 7, {}, { to: 1, reference: 2, variables: { a: 3 } }, { To: '1' }),
    );
    await record('a variable without a value', bulk('Hi {{name}}', { to: '12025550101' }));
    const many = Array.from({ length: LIMITS.recipientsPerBulkCall + 1 }, () => '12025550101');
    await record('too many recipients', bulk('Hi', ...many));
    const hello = bulk('Hello', '12025550101');
    const previewed = async () => {
      const { body: shown } = await customer.call('POST', '/v1/sms/send-bulk/preview/', hello.body);
      return { body: { ...hello.body, preview_token: shown.preview_token } };
    };
    const [first, second] = [await previewed(), await previewed()];
    await record('as previewed', first);
    await customer.call('POST', '/v1/suppressions/', { numbers: ['12025550101'] });
    await record('with the token once more', first);
    await record('otherwise than previewed', second);
    await record('a forged preview', { body: { ...hello.body, preview_token: 'forged' } });
  },

  async 'POST /v1/sms/send-bulk/preview/'({ record }) {
    const recipients = ['12025550101', '12025550101', 'bad', { to: '12025550100' }];
    await record('of each kind', { body: { message: 'Hi', recipients } });
    await record('a variable without a value', { body: { message: 'Hi {{name}}', recipients } });
  },

  async 'GET /v1/sms/campaigns/'({ record, example }) {
    await record('by status', { path: `${example.path}?status=queued` });
  },

  async 'POST /v1/sms/campaigns/{campaign_id}/cancel/'({ record, otherKey }) {
    await record('a campaign of a live key', { headers: await otherKey({ mode: 'test' }) });
  },

  async 'POST /v1/sms/campaigns/{campaign_id}/pause/'({ record, customer, ids }) {
    await record('again');
    await customer.call('POST', `/v1/sms/campaigns/${ids.campaign_id}/cancel/`);
    await record('a campaign that was cancelled');
  },

  async 'POST /v1/sms/campaigns/{campaign_id}/resume/'({ record, customer, ids }) {
    await customer.call('POST', `/v1/sms/campaigns/${ids.campaign_id}/pause/`);
    await record('a paused campaign');
  },

  async 'POST /v1/sms/campaigns/{campaign_id}/reschedule/'({ api, record, ids }) {
    await record('at once', { body: {} });
    await record('a time in the past', { body: { scheduled_at: '2020-01-01T00:00:00Z' } });
    const path = `/v1/sms/campaigns/${ids.failed_campaign_id}/reschedule/`;
    await record('a campaign that has ended', { path });
    await api.sql('UPDATE campaigns SET started_at = now() WHERE id = $1', [ids.campaign_id]);
    await record('a campaign that has begun');
  },

  async 'POST /v1/sms/campaigns/{campaign_id}/retry/'({ api, record, customer }) {
    await record('again');
    const path = `/v1/sms/campaigns/${await addFailedCampaign(api, customer)}/retry/`;
    const headers = { 'idempotency-key': 'retried' };
    await record('another campaign with a key', { path, headers });
    await record('another campaign with a key, again', { path, headers });
    await record('the key of another retry', { path, headers, body: { delivery_codes: [402] } });
    await record('codes that cannot be retried', { body: { delivery_codes: [404] } });
  },

  async 'POST /v1/sms/campaigns/messages/'({ record, example, ids }) {
    const body = { campaign_id: ids.campaign_id };
    await record('all messages', { body });
    await record('a numbered page', { body: { ...body, page: 2, page_size: 1 } });
    await record('filtered', { body: { ...body, status: 'failed', message_status: 'failed', delivery_code: 403 } });
    await record('filtered by lists', { body: { ...body, statuses: ['failed'], delivery_codes: [403, 404] } });
    await record('filtered by number and reference', { body: { ...body, mobile: '+12025550101', reference: 'none' } });
    await record('a cursor of another list', { body: { ...body, cursor: ids.cursor, status: 'failed' } });
    await record('no such campaign', { body: { ...example.body, campaign_id: randomUUID() } });
  },

  async 'GET /v1/sms/campaigns/messages/'({ api, record, example, ids }) {
    const path = `${example.path}?cursor=${ids.cursor}`;
    await record('a filter', { path: `${path}&mobile=12025550101` });
    await api.sql('DELETE FROM campaign_progress WHERE campaign_id = $1', [ids.campaign_id]);
    await api.sql('DELETE FROM campaigns WHERE id = $1', [ids.campaign_id]);
    await record('no such campaign any more', { path });
  },

  async 'POST /v1/sms/messages/{message_id}/cancel/'({ api, record, customer, otherKey }) {
    await record('again');
    const sent = await customer.call('POST', '/v1/sms/send/', { to: '12025550101', message: 'Hello' });
    const path = `/v1/sms/messages/${sent.body.message_id}/cancel/`;
    await record('a message of a live key', { path, headers: await otherKey({ mode: 'test' }) });
    await api.sql(
      `UPDATE sms_messages SET status = 'sent', phase = 'waiting_report', handed_over = true, delivery_code = 101
       WHERE id = $1`,
      [sent.body.message_id],
    );
    await record('a message that a gateway has', { path });
  },

  // Need no scope that a key may lack.
  'GET /v1/sms/delivery-codes/': recordForeignAddress,
  'GET /v1/rate-limits/': recordForeignAddress,
  'GET /v1/keywords/': recordForeignAddress,

  async 'PATCH /v1/keywords/'({ record, otherKey }) {
    const words = { stop_words: ['ok', 'start'], start_words: ['ok'], help_words: ['!'] };
    await record('words that cannot be', { body: words });
    await record('texts that cannot be', { body: { stop_text: ' ', help_text: 'x'.repeat(460) } });
    await record('words and texts', {
      body: { help_words: ['msaada'], help_text: 'Reply {stop}', help_answered: false },
    });
    await record('the usual text again', { body: { help_text: '' } });
    await record('of live keys', { headers: await otherKey({ mode: 'test' }) });
  },

  async 'POST /v1/suppressions/'({ record }) {
    const numbers = ['1', { mobile: 7, reason: 1 }, null, { mobile: '12025550104', sender_id: '!', Reason: 'x' }];
    await record('numbers that are none', { body: { numbers } });
    await record('of one sender', { body: { numbers: [{ mobile: '12025550104', sender_id: 'Shop', reason: '' }] } });
    await record('no numbers', { body: { numbers: [] } });
  },

  async 'DELETE /v1/suppressions/'({ record, customer, otherKey }) {
    await record('no such suppression', { body: { mobile: '12025550188' } });
    await record('a number that is none', { body: { mobile: '1' } });
    await customer.call('POST', '/v1/suppressions/', { numbers: ['12025550105'] });
    await record('of a live key', { body: { mobile: '12025550105' }, headers: await otherKey({ mode: 'test' }) });
  },

  async 'DELETE /v1/suppressions/{mobile}/'({ record, customer }) {
    await record('a number that is none', { path: '/v1/suppressions/1/' });
    const numbers = [{ mobile: '12025550105', sender_id: 'Shop' }];
    await customer.call('POST', '/v1/suppressions/', { numbers });
    await record('of one sender', { path: '/v1/suppressions/12025550105/?sender_id=Shop' });
  },

  async 'POST /v1/webhooks/'({ record, customer, otherKey }) {
    await record('addresses that cannot be', { body: { url: 'ftp://example.org', types: [] } });
    await record('a type that is none', { body: { url: NOWHERE, types: ['sms.lost'] } });
    const headers = await otherKey({ scopes: ['webhooks:manage'] });
    await record('a type that the key may not read', { body: { url: NOWHERE, types: ['sms.sent'] }, headers });
    await record('all types that the key may read', { body: { url: NOWHERE }, headers });
    for (let made = 0; made < LIMITS.webhooksPerOrganisation; made += 1) {
      await customer.call('POST', '/v1/webhooks/', { url: NOWHERE });
    }
    await record('one more than there may be');
  },

  async 'PATCH /v1/webhooks/{webhook_id}/'({ record, otherKey }) {
    const change = { url: `${NOWHERE}/2`, description: '', types: ['sms.sent'], status: 'active', skip_backlog: true };
    await record('everything', { body: change });
    await record('nothing', { body: {} });
    await record('what cannot be', { body: { url: 'http://', types: [], status: 'disabled' } });
    await record('a webhook of live keys', { headers: await otherKey({ mode: 'test' }) });
  },

  async 'POST /v1/webhooks/{webhook_id}/rotate-secret/'({ record, customer }) {
    await record('without a key of a call');
    const other = await customer.call('POST', '/v1/webhooks/', { url: NOWHERE });
    const headers = { 'idempotency-key': 'golden' };
    await record('the key of another call', { path: `/v1/webhooks/${other.body.id}/rotate-secret/`, headers });
  },

  async 'GET /v1/webhooks/{webhook_id}/deliveries/'({ record, example }) {
    await record('by status', { path: `${example.path}?status=dead` });
  },

  async 'GET /v1/events/'({ api, record, example, customer, otherKey }) {
    await record('all events');
    await record('without any scope', { headers: await otherKey({ scopes: ['keys:manage'] }) });
    const headers = await otherKey({ scopes: ['sms:read'] });
    await record('of a type that the key may not read', { path: `${example.path}?types=session.connected`, headers });
    const { organisationId } = customer;
    await api.sql('UPDATE event_logs SET oldest_sequence = 3 WHERE organisation_id = $1', [organisationId]);
    await record('events that are no longer kept', { path: `${example.path}?after=1` });
  },

  async 'POST /v1/exports/'({ record, otherKey }) {
    await record('every condition of messages', {
      body: {
        what: 'messages',
        format: 'jsonl',
        statuses: ['failed'],
        delivery_codes: [403],
        mobile: '+1 202-555-0101',
        reference: 'r',
        sender_id: 'Shop',
        single: true,
        test: false,
        created_after: '2026-11-01T00:00:00Z',
        created_before: '2026-12-01T00:00:00Z',
      },
    });
    await record('conditions of other rows', { body: { what: 'events', mobile: '12025550101', source: 'manual' } });
    await record('a campaign that is missing', { body: { what: 'campaign_messages' } });
    await record('a campaign that there is not', { body: { what: 'campaign_messages', campaign_id: randomUUID() } });
    await record('a scope that the key lacks', {
      body: { what: 'suppressions' },
      headers: await otherKey({ scopes: ['sms:read'] }),
    });
  },

  async 'POST /v1/access-tokens/'({ record, api, customer }) {
    const body = { scopes: ['sms:read'] };
    const expired = signAccessToken(api.services.secretKey, {
      organisationId: customer.organisationId,
      keyId: randomUUID(),
      scopes: ['sms:read'],
      sessionIds: null,
      expiresAt: '2026-11-20T09:00:00Z',
    });
    await record('an expired token', { body, headers: { authorization: `Bearer ${expired}` } });
    const { body: made } = await record('another scope', { body: { scopes: ['sms:send'] } });
    await record('a token', { body, headers: { authorization: `Bearer ${made.token}` } });
    await record('a scope that no token has', { body: { scopes: ['keys:manage'] } });
    await record('a phone that there is not', { body: { session_ids: [randomUUID()] } });
    await record('a phone that is none', { body: { session_ids: ['x'] } });
  },

  async 'POST /v1/auth/otp/resend/'({ record, example }) {
    const body = { ...example.body, email: `golden@example.org` };
    for (let sent = 0; sent < 3; sent += 1) await record(`another ${sent + 1}`, { body });
    await record('one more than is allowed', { body });
  },
};

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function recordChatSends({ record, route, example, newPhone, engine, otherKey }: RestStage): Promise<void> {
  const through = (session: string) => ({ path: route.path.replace('{session_id}', session) });
  await record('a phone that is not connected', through(await newPhone('scan_qr')));
  const phone = through(await newPhone());
  for (const kind of ['rejected', 'not_sent', 'unknown'] as const) {
    engine.outcome = { kind };
    await record(`the outcome ${kind}`, phone);
  }
  engine.outcome = null;
  const medium = { type: 'image', url: 'https://example.org/menu.jpg', message: 'Menu', mime_type: 'odd' };
  await record('a medium', { ...phone, body: { to: example.body?.to, ...medium } });
  await record('a medium in a private network', { body: { ...example.body, ...medium, url: 'http://10.0.0.1/a.jpg' } });
  await record('the wrong kind of recipient', {
    body: { ...example.body, to: route.path.includes('groups') ? '12025550100' : '120363025550100@g.us' },
  });
  await record('no text', { body: { to: example.body?.to, type: 'text', message: '' } });
  await record('a phone that the key may not use', { headers: await otherKey({ sessionIds: [await newPhone()] }) });
}

async function recordForeignAddress({ record, otherKey }: RestStage): Promise<void> {
  const headers = await otherKey({ addresses: ['192.0.2.7'] });
  await record('from an address that the key does not have', { headers });
}
