import { setTimeout as sleep } from 'node:timers/promises';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { inviteMember } from '../../../src/operations/people/invitations.js';
import { openGatewayInbox } from '../../../src/operations/sms/gateways/gateway-inbox.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import type { Customer, TestApi } from '../../http/start-api.js';
import { NOWHERE } from '../calls/generate-rest-calls.js';
import { addRowsOfHousekeeping } from '../database/rows-of-housekeeping.js';
import { addDelivery } from '../event-log.js';
import { addPhone } from '../phones.js';
import { drain } from '../services.js';
import { asMember, join, newPerson } from './members.js';

/** What an organisation has, and by what each thing can be named in a call. */
export interface Estate {
  readonly customer: Customer;
  readonly ids: Readonly<Record<string, string>>;
  readonly cursors: Readonly<Record<string, string>>;
  readonly mobiles: Readonly<Record<'sent' | 'suppressed', string>>;
  readonly words: Readonly<
    Record<'name' | 'reference' | 'idempotencyKey' | 'gateway' | 'senderId' | 'memberEmail' | 'invitedEmail', string>
  >;
  /** By which engines know things. */
  readonly engineIds: Readonly<Record<'message' | 'groupMessage' | 'group', string>>;
  /** Stand in its rows and nowhere else: whoever else gets to see one has looked into this organisation. */
  readonly canaries: readonly string[];
}

interface Tag {
  /** A word that occurs in everything of the organisation. */
  readonly word: string;
  /** Three digits, in every ordinary number of the organisation. */
  readonly digits: string;
}

/** Numbers with which the sandbox rejects, holds for want of credit, and lets wait. */
const SANDBOX_NUMBERS = ['12025550117', '12025550113', '12025550101'];
const LOOK_AGAIN_MS = 20;
const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** An organisation with rows in every table, some of them dispatched, some waiting. */
export async function foundEstate(api: TestApi, { word, digits }: Tag): Promise<Estate> {
  const customer = await api.customer();
  const number = (place: number) => `254711${digits}0${place}0`;
  const words = {
    name: `${word}-name`,
    reference: `${word}-reference`,
    idempotencyKey: `${word}-key`,
    gateway: 'sandbox',
    senderId: word,
    memberEmail: `${word}-member@example.org`,
    invitedEmail: `${word}-invited@example.org`,
  };
  const mobiles = { sent: number(1), suppressed: number(2) };
  const common = { message: `${word} text`, reference: words.reference, metadata: { note: `${word}-note` } };
  const rest: Rest = async (method, path, body, headers = {}) => {
    const answer = await customer.call(method, path, body, headers);
    if (answer.status > 299) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };

  const numbers = [{ mobile: mobiles.suppressed, sender_id: words.senderId, reason: `${word}-reason` }, number(3)];
  const { results: suppressions } = await rest('POST', '/v1/suppressions/', { numbers });
  const bulk = { ...common, name: words.name, message: `${word} {{name}}` };
  const recipients = (places: readonly number[]) =>
    places.map((place) => ({ to: number(place), variables: { name: `${word}-variable` } }));
  const dispatched = await rest('POST', '/v1/sms/send-bulk/', {
    ...bulk,
    recipients: [...recipients([1, 4]), ...SANDBOX_NUMBERS.map((to) => ({ to, variables: { name: word } }))],
  });
  await dispatchAll(api);
  await api.sql(
    `INSERT INTO sms_attempt_parts (organisation_id, message_id, number, part, gateway, provider_id)
     SELECT organisation_id, id, 1, 1, 'sandbox', 'a-part' FROM sms_messages WHERE organisation_id = $1 LIMIT 1`,
    [customer.organisationId],
  );
  await api.sql(
    `INSERT INTO sms_retries (organisation_id, message_id, retry_id)
     SELECT organisation_id, id, gen_random_uuid() FROM sms_messages WHERE organisation_id = $1 LIMIT 1`,
    [customer.organisationId],
  );
  await addRowsOfHousekeeping(api.sql, customer.organisationId);
  await api.sql('INSERT INTO gateway_accounts (organisation_id, gateway, next_probe_at) VALUES ($1, $2, now())', [
    customer.organisationId,
    words.gateway,
  ]);
  await receiveInbound(api.services, words.gateway, [
    { key: word, from: mobiles.sent, to: '20880', text: `${word} answer`, organisationId: customer.organisationId },
    { key: `${word} stop`, from: number(8), to: '20880', text: 'STOP', organisationId: customer.organisationId },
  ]);
  await dispatchAll(api);
  const scheduled = await rest('POST', '/v1/sms/send-bulk/', {
    ...bulk,
    recipients: recipients([5, 6]),
    scheduled_at: hoursAhead(2),
  });
  const single = { ...common, to: number(7), sender_id: words.senderId, scheduled_at: hoursAhead(3) };
  const message = await rest('POST', '/v1/sms/send/', single, { 'idempotency-key': words.idempotencyKey });

  const chat = await chatEstate(api, customer.organisationId, rest, { word, digits, key: words.idempotencyKey });
  const webhook = await webhookEstate(api, customer.organisationId, rest, word);
  const people = await peopleEstate(api, customer.organisationId, words);
  const { id: exportLink } = await rest('POST', '/v1/exports/', { what: 'messages', reference: word });
  const registered = await rest('POST', '/graphql', {
    query: REGISTER,
    variables: { name: words.senderId, key: words.idempotencyKey },
  });
  const { id: senderId } = registered.data.createSenderId.senderId;
  const variables = { id: scheduled.campaign_id, session: chat.session, webhook };
  const { data } = await rest('POST', '/graphql', { query: FIRST_OF_EACH, variables });
  const listing = { campaign_id: scheduled.campaign_id, page_size: 1 };
  const listed = await rest('POST', '/v1/sms/campaigns/messages/', listing);
  const chatMessages: { id: string }[] = data.chatMessages.nodes;
  return {
    customer,
    mobiles,
    words,
    ids: {
      organisation: customer.organisationId,
      apiKey: data.viewer.apiKey.keyId,
      campaign: scheduled.campaign_id,
      dispatchedCampaign: dispatched.campaign_id,
      message: message.message_id,
      campaignMessage: data.campaign.messages.nodes[0].id,
      suppression: suppressions[0].id,
      consentChange: data.consentChanges.nodes[0].id,
      inboundMessage: data.inboundMessages.nodes[1].id,
      conversation: data.inboundMessages.nodes[1].conversation.id,
      inboundChat: data.inboundChats.nodes[0].id,
      senderId,
      session: chat.session,
      chatMessage: chatMessages[0]?.id ?? '',
      webhook,
      ...people,
      exportLink,
      auditEntry: data.auditLog.nodes[0].id,
    },
    engineIds: chat.engineIds,
    cursors: {
      campaigns: data.campaigns.pageInfo.endCursor,
      messages: data.messages.pageInfo.endCursor,
      suppressions: data.suppressions.pageInfo.endCursor,
      consentChanges: data.consentChanges.pageInfo.endCursor,
      inboundMessages: data.inboundMessages.pageInfo.endCursor,
      conversations: data.conversations.pageInfo.endCursor,
      entries: data.inboundMessages.nodes[1].conversation.entries.pageInfo.endCursor,
      senderIds: data.senderIds.pageInfo.endCursor,
      campaignMessages: data.campaign.messages.pageInfo.endCursor,
      campaignListing: listed.next_cursor,
      apiKeys: data.apiKeys.pageInfo.endCursor,
      sessions: data.sessions.pageInfo.endCursor,
      groups: data.groups.pageInfo.endCursor,
      chatMessages: data.chatMessages.pageInfo.endCursor,
      webhooks: data.webhookEndpoints.pageInfo.endCursor,
      auditLog: data.auditLog.pageInfo.endCursor,
      deliveries: data.webhookEndpoint.deliveries.pageInfo.endCursor,
      members: data.members.pageInfo.endCursor,
      invitations: data.invitations.pageInfo.endCursor,
      exportLinks: data.exportLinks.pageInfo.endCursor,
    },
    canaries: [word, `254711${digits}`, scheduled.campaign_id, dispatched.campaign_id, message.message_id].concat(
      data.messages.nodes.map(({ id }: { id: string }) => id),
      suppressions.map(({ id }: { id: string }) => id),
      data.consentChanges.nodes.map(({ id }: { id: string }) => id),
      [...data.inboundMessages.nodes, ...data.inboundChats.nodes].flatMap(({ id, conversation }: Received) => [
        id,
        conversation.id,
      ]),
      chatMessages.map(({ id }) => id),
      data.apiKeys.nodes.map(({ id }: { id: string }) => id),
      chat.session,
      chat.deleted,
      senderId,
      Object.values(chat.engineIds),
      webhook,
      Object.values(people),
      exportLink,
      data.events.nodes.map(({ id }: { id: string }) => id),
      data.auditLog.nodes.map(({ id }: { id: string }) => id),
    ),
  };
}

interface ChatTag extends Tag {
  /** For one of its messages. */
  readonly key: string;
}

/**
 * A phone with its groups, a message to a person and to a group, acknowledged by everybody, and a phone that is gone.
 */
async function chatEstate(api: TestApi, organisationId: string, rest: Rest, { word, digits, key }: ChatTag) {
  const phone = { name: `${word} phone`, phoneNumber: `254711${digits}080` };
  const session = await addPhone(api.services, organisationId, phone);
  const path = `/v1/chatapp/${session}`;
  const { results: groups } = await rest('GET', `${path}/groups/`);
  const text = { type: 'text', message: `${word} text` };
  const person = { ...text, to: `254711${digits}090` };
  const toPerson = await rest('POST', `${path}/send/`, person, { 'idempotency-key': key });
  const toGroup = await rest('POST', `${path}/groups/send/`, { ...text, to: groups[0].chat_id });
  const answer = { kind: 'message', sessionId: session, messageId: `${word} answer`, party: person.to } as const;
  const media = { url: `${NOWHERE}/${word}.jpg`, type: 'image/jpeg', name: `${word}.jpg` };
  await receiveEngineReports(api.services, 'sandbox', [
    { ...answer, text: `${word} caption`, media, replyTo: toPerson.message_id },
  ]);
  await dispatchAll(api);
  const engineIds = { message: toPerson.message_id, groupMessage: toGroup.message_id, group: groups[0].chat_id };
  const deleted = await addPhone(api.services, organisationId, phone);
  await rest('POST', '/graphql', { query: DELETE_PHONE, variables: { id: deleted } });
  return { session, deleted, engineIds };
}

/** A webhook that has taken nothing, and a log to read. */
async function webhookEstate(api: TestApi, organisationId: string, rest: Rest, word: string): Promise<string> {
  const { id } = await rest('POST', '/v1/webhooks/', { url: `${NOWHERE}/${word}`, description: `${word} hook` });
  for (const sequence of [1, 2, 3]) await addDelivery(api.services, organisationId, id, { sequence });
  return id;
}

/** A member, and somebody who is invited. */
async function peopleEstate(api: TestApi, organisationId: string, words: Estate['words']) {
  const person = await newPerson(api.services, { email: words.memberEmail });
  await join(api.services, organisationId, person, 'admin');
  const admin = asMember(api.services, organisationId, person, 'admin');
  const { invitation } = await inviteMember(admin, { email: words.invitedEmail, role: 'viewer' }, { mailed: true });
  return { person: person.id, invitation: invitation.id };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
type Rest = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<any>;

interface Received {
  readonly id: string;
  readonly conversation: { readonly id: string };
}

const REGISTER = `mutation ($name: String!, $key: String!) {
  createSenderId(input: { name: $name, idempotencyKey: $key }) { senderId { id } }
}`;

const DELETE_PHONE = 'mutation ($id: UUID!) { deleteSession(input: { sessionId: $id }) { session { id } } }';

const FIRST_OF_EACH = `query ($id: UUID!, $session: UUID!, $webhook: UUID!) {
  viewer { apiKey { keyId } }
  campaigns(first: 1) { pageInfo { endCursor } }
  messages(first: 100) { nodes { id } pageInfo { endCursor } }
  suppressions(first: 1) { pageInfo { endCursor } }
  consentChanges(first: 1) { nodes { id } pageInfo { endCursor } }
  inboundMessages(first: 2, filter: { channel: SMS }) {
    nodes { id conversation { id entries(first: 1) { pageInfo { endCursor } } } }
    pageInfo { endCursor }
  }
  conversations(first: 1) { pageInfo { endCursor } }
  inboundChats: inboundMessages(first: 1, filter: { channel: CHAT }) { nodes { id conversation { id } } }
  senderIds(first: 1) { pageInfo { endCursor } }
  apiKeys(first: 1) { nodes { id } pageInfo { endCursor } }
  sessions(first: 1) { pageInfo { endCursor } }
  groups(sessionId: $session, first: 1) { pageInfo { endCursor } }
  chatMessages(first: 100) { nodes { id } pageInfo { endCursor } }
  webhookEndpoints(first: 1) { pageInfo { endCursor } }
  webhookEndpoint(id: $webhook) { deliveries(first: 2) { pageInfo { endCursor } } }
  members(first: 1) { pageInfo { endCursor } }
  invitations(first: 1) { pageInfo { endCursor } }
  exportLinks(first: 1) { pageInfo { endCursor } }
  events(first: 5) { nodes { id } }
  auditLog(first: 100) { nodes { id } pageInfo { endCursor } }
  campaign(id: $id) { messages(first: 1) { nodes { id } pageInfo { endCursor } } }
}`;

/** To the last report: one that comes later would change the rows in the middle of a test. */
export async function dispatchAll({ services, sql }: TestApi): Promise<void> {
  for (const { gateway } of services.gateways.values()) await gateway.start?.(openGatewayInbox(services));
  do {
    await drain(services);
    await sleep(LOOK_AGAIN_MS);
  } while (
    (await sql('SELECT 1 FROM sms_reports UNION ALL SELECT 1 FROM inbound_sms UNION ALL SELECT 1 FROM chat_reports'))
      .length > 0
  );
}

/** Tables with rows of organisations; each must be in the sight of the tests, and none may be empty. */
export async function countRows(api: TestApi, organisationId: string): Promise<Record<string, number>> {
  const tables = await tenantTables(api);
  const counts = tables.map(
    (table) => `SELECT '${table}' AS name, count(*)::int AS rows FROM ${table}
    WHERE organisation_id = $1`,
  );
  const rows = await api.sql<{ name: string; rows: number }>(counts.join(' UNION ALL '), [organisationId]);
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

/** Changes with anything that is stored for the organisation. */
export async function fingerprint(api: TestApi, organisationId: string): Promise<string> {
  const tables = await tenantTables(api);
  // When and from where a key was last used is noted beside the call, at a time of its own.
  const sums = tables.map(
    (table) => `SELECT '${table}' AS name, md5(string_agg(line, '' ORDER BY line)) AS sum
    FROM (SELECT (to_jsonb(t) - 'last_used_at' - 'last_used_from')::text AS line FROM ${table} t WHERE organisation_id = $1) lines`,
  );
  return JSON.stringify(await api.sql(sums.join(' UNION ALL '), [organisationId]));
}

export async function tenantTables(api: TestApi): Promise<string[]> {
  const rows = await api.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attname = 'organisation_id'
     ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}
