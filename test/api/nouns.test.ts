import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  type DocumentNode,
  type GraphQLInputObjectType,
  getNamedType,
  isInputObjectType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { ENTITIES, type Schema } from '../../src/db/entities/schema.js';
import { columnsBut } from '../../src/db/tables.js';
import { camelCase } from '../../src/lib/snake-case.js';
import { useApi } from '../http/start-api.js';
import { ROUTES } from '../support/calls/rest-routes.js';
import { mobile } from '../support/services.js';

interface Noun {
  readonly table: keyof Schema;
  /** Columns without a field of their name: private, or shown in another form. */
  readonly hidden?: string;
  readonly input?: string;
  /** Fields of the input without a column of their name. */
  readonly notStored?: string;
}

type Fields = Readonly<Record<string, string>>;

const MAKER = 'created_by_kind created_by_id created_by_name';

const NOUNS: Readonly<Record<string, Noun>> = {
  Campaign: {
    table: 'campaigns',
    hidden: `body redacted_at ${MAKER} sort_name`,
    input: 'SendBulkSmsInput',
    notStored: 'message recipients smartEncoding idempotencyKey previewToken',
  },
  SmsMessage: {
    table: 'sms_messages',
    hidden:
      'campaign_id mobile body previous_status phase previous_delivery_code attempt claim submitted_at handed_over ' +
      `next_action_at redacted_at ${MAKER} answers_inbound_id promotional inbound_gateway`,
    input: 'SendSmsInput',
    notStored: 'to message category smartEncoding idempotencyKey',
  },
  Suppression: {
    table: 'suppressions',
    hidden: 'promotional_only',
    input: 'SuppressionInput',
    notStored: 'category optedOutAt proof',
  },
  SenderId: { table: 'sender_ids', input: 'CreateSenderIdInput', notStored: 'idempotencyKey' },
  ChatMessage: {
    table: 'chat_messages',
    hidden: `engine recipient body previous_status phase redacted_at ${MAKER}`,
    input: 'SendChatMessageInput',
    notStored: 'to message idempotencyKey',
  },
  Session: {
    table: 'chat_sessions',
    hidden: 'previous_state qr_attempt revision reported_at unacked_since groups_claimed_at',
    input: 'CreateSessionInput',
    notStored: 'start idempotencyKey',
  },
  Webhook: {
    table: 'webhook_endpoints',
    hidden: 'secret previous_secret previous_secret_until due_at not_before lease_id revision',
    input: 'CreateWebhookInput',
    notStored: 'idempotencyKey',
  },
  ConsentChange: { table: 'consent_changes', hidden: `${MAKER} promotional_only` },
  InboundMessage: {
    table: 'inbound_messages',
    hidden: 'gateway_key media_url media_type media_name reply_to_chat_id conversation_id',
  },
  Conversation: { table: 'conversations', hidden: 'last_inbound_id' },
  ExportLink: { table: 'export_links', hidden: `${MAKER} revocations` },
  ApiKey: { table: 'api_keys', hidden: `hash secret_key_id ${MAKER}`, input: 'CreateApiKeyInput' },
  Organisation: { table: 'organisations', hidden: 'demo calls_per_minute', input: 'UpdateOrganisationInput' },
  Invitation: { table: 'invitations', hidden: 'token_hash', input: 'InviteMemberInput' },
  AuditEntry: { table: 'audit_entries', hidden: 'actor_kind actor_id actor_name' },
};

/** Fields that REST leaves out of the types of which it shows anything. */
const NOT_IN_REST: Fields = {
  Campaign: 'text atLeastOnce revision segments gateways outcomes timeline',
  CampaignOutcome: 'recommendedAction',
  ChatMessage:
    'isGroup url filename mimeType errorCode providerReason deliveredCount readCount revision updatedAt session history',
  // Its `payload` has the others.
  Conversation: 'revision',
  Event:
    'sequence type revision occurredAt corrected status messageId campaignId sessionId webhookId gateway inboundId keyword consentId change source category deliveryCode ' +
    'reference test message inboundMessage consentChange campaign chatMessage session webhook',
  InboundMessage: 'session',
  Session:
    'engine reason reasonCode stateSince confirmedAt test createdAt updatedAt groupsRefreshedAt history groups messages',
  SmsMessage: 'errorCode gateway position atLeastOnce revision deliveryCodeInfo',
  Webhook: 'recent',
  WebhookDelivery: 'event',
};

/** The same of the console. */
const NOT_IN_CONSOLE: Fields = {
  ApiKey: 'createdAt',
  Campaign: 'atLeastOnce validUntil result',
  CharacterReplacement: 'replacement messages',
  ChatMessage: 'sessionId error revision',
  ConsentChange: 'mobile inboundId createdAt',
  Conversation: 'readUpTo revision createdAt',
  DeliveryCode: 'category retryable status',
  Event:
    'revision status inboundId keyword consentId change source category message inboundMessage consentChange campaign chatMessage session webhook',
  ExportLink: 'campaignId format',
  GatewayShare: 'segments',
  GatewayState: 'nextTryAt sentPerSecond',
  InboundMedia: 'type',
  InboundMessage: 'channel sender mobile sessionId gateway kind keyword sentAt replyTo conversation',
  Invitation: 'createdAt',
  KeywordAnswer: 'segments encoding',
  NumberExplanation: 'mobile country',
  Organisation: 'messageRetentionDays',
  OwnNumber: 'gateways',
  PreviewProblem: 'mobile',
  RateLimit: 'resetAt',
  Session: 'connected groups messages',
  SmsExplanation: 'deliveryCode attempt attempts gateway suppressedAt word ownNumber',
  SmsMessage: 'submissionStatus errorCode holdReason revision validUntil deliveryCodeInfo answers',
  Viewer: 'apiKey accessToken',
  Webhook: 'lastSequence createdAt updatedAt',
};

const schema = buildPostriderSchema();

function fieldsOf(name = ''): string[] {
  const type = schema.getType(name);
  return isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

describe.each(Object.entries(NOUNS))('%s', (type, { table, hidden = '', input, notStored = '' }) => {
  const columns: readonly string[] = ENTITIES.filter(({ meta }) => meta.tableName === table).flatMap((entity) =>
    columnsBut(entity),
  );

  it('has a field for each column that is not hidden', () => {
    const missing = columns.filter((column) => !fieldsOf(type).includes(camelCase(column)));
    expect(missing.join(' ')).toBe(['organisation_id', hidden].join(' ').trim());
  });

  it('stores each field that its input takes', () => {
    const missing = fieldsOf(input).filter((field) => !columns.map(camelCase).includes(field));
    expect(missing.join(' ')).toBe(notStored);
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Values of inputs by field or type; any other text is the name of its field. */
const VALUES: Readonly<Record<string, unknown>> = {
  recipients: [{ to: mobile(1) }],
  senderId: 'ACME',
  scheduledAt: inDays(1),
  validUntil: inDays(2),
  category: 'PROMOTIONAL',
  PhoneNumber: mobile(1),
  Boolean: true,
  JSONObject: { order: 7 },
};

describe('What a call gives is in its answer, and in what is read later:', () => {
  const api = useApi();

  it.each([
    ['Campaign', 'sendBulkSms', 'campaign'],
    ['SmsMessage', 'sendSms', 'message'],
  ])('%s', async (type, mutation, noun) => {
    const { call } = await api.customer();
    const ask = async (query: string, variables: object) =>
      (await call('POST', '/graphql', { query, variables })).body.data as Record<string, Record<string, unknown>>;
    const { input: inputType = '' } = NOUNS[type] ?? {};
    const fields = (schema.getType(inputType) as GraphQLInputObjectType).getFields();
    const input = Object.fromEntries(
      Object.values(fields).map(({ name, type: of }) => [
        name,
        VALUES[name] ?? VALUES[String(getNamedType(of))] ?? name,
      ]),
    );
    const shared = fieldsOf(type).filter((field) => field in input);
    const shown = `{ id ${shared.join(' ')} }`;
    const sent = await ask(
      `mutation ($input: ${inputType}!) { ${mutation}(input: $input) { ${noun} ${shown} userErrors { message } } }`,
      { input: { ...input, previewToken: undefined } },
    );
    expect(sent[mutation]?.userErrors).toEqual([]);
    const expected = Object.fromEntries(shared.map((field) => [field, input[field]]));
    const answer = sent[mutation]?.[noun] as { readonly id: string };
    expect(answer).toMatchObject(expected);
    const read = await ask(`query ($id: UUID!) { ${noun}(id: $id) ${shown} }`, { id: answer.id });
    expect(read[noun]).toMatchObject(expected);
  });
});

/** Types that have no meaning of their own. */
const FRAME = /^(Query|Mutation|Subscription|PageInfo)$|(Connection|Edge|Payload|Page)$/;

/** The fields that documents leave out of the types of which they select anything. */
function leftOutOf(documents: readonly DocumentNode[]): Fields {
  const selected = new Map<string, Set<string>>();
  const typeInfo = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(typeInfo, {
    Field() {
      const type = String(typeInfo.getParentType());
      selected.set(type, (selected.get(type) ?? new Set()).add(typeInfo.getFieldDef()?.name ?? ''));
    },
  });
  for (const document of documents) visit(document, visitor);
  const leftOut = [...selected].map(([type, shown]) => {
    return [
      type,
      fieldsOf(type)
        .filter((field) => !shown.has(field))
        .join(' '),
    ] as const;
  });
  return Object.fromEntries(leftOut.filter(([type, fields]) => fields !== '' && !FRAME.test(type)));
}

describe('Every field is shown, or left out on purpose,', () => {
  it('by REST', () => {
    expect(leftOutOf(ROUTES.map(({ executed }) => executed))).toEqual(NOT_IN_REST);
  });

  it('by the console', () => {
    const documents = globSync('web/console/**/*.graphql').map((path) => parse(readFileSync(path, 'utf8')));
    expect(leftOutOf(documents)).toEqual(NOT_IN_CONSOLE);
  });
});
