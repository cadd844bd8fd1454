/**
 * What a value in a call can name that belongs to an organisation; `content` is stored and names nothing, `chat` is one
 * of our ids or of an engine's.
 */
export type Names = 'id' | 'cursor' | 'mobile' | 'word' | 'chat' | 'content';

/** A line for every value of the GraphQL schema that is a text or an id. One that is missing fails the suite. */
export const GRAPHQL_CASES: Readonly<Record<string, Names>> = {
  'Query.campaigns(after)': 'cursor',
  'Query.campaigns(before)': 'cursor',
  'Query.campaign(id)': 'id',
  'Query.node(id)': 'id',
  'Query.messages(after)': 'cursor',
  'Query.messages(before)': 'cursor',
  'Query.message(id)': 'id',
  'Query.suppressions(after)': 'cursor',
  'Query.suppressions(before)': 'cursor',
  'Query.sessions(after)': 'cursor',
  'Query.sessions(before)': 'cursor',
  'Query.session(id)': 'id',
  'Query.sessionQr(sessionId)': 'id',
  'Query.groups(sessionId)': 'id',
  'Query.groups(search)': 'word',
  'Query.groups(after)': 'cursor',
  'Query.groups(before)': 'cursor',
  'Query.chatMessages(after)': 'cursor',
  'Query.chatMessages(before)': 'cursor',
  'Query.chatMessage(id)': 'chat',
  'Campaign.messages(after)': 'cursor',
  'Campaign.messages(before)': 'cursor',
  'CampaignFilter.name': 'word',
  'CampaignFilter.reference': 'word',
  'CampaignMessageFilter.mobile': 'mobile',
  'MessageFilter.to': 'mobile',
  'MessageFilter.reference': 'word',
  'SuppressionFilter.mobile': 'mobile',
  'ChatMessageFilter.sessionId': 'id',
  'ChatMessageFilter.to': 'chat',
  'SendSmsInput.to': 'mobile',
  'SendSmsInput.message': 'content',
  'SendSmsInput.senderId': 'word',
  'SendSmsInput.reference': 'word',
  'SendSmsInput.idempotencyKey': 'word',
  'SendBulkSmsInput.message': 'content',
  'SendBulkSmsInput.name': 'word',
  'SendBulkSmsInput.senderId': 'word',
  'SendBulkSmsInput.reference': 'word',
  'SendBulkSmsInput.idempotencyKey': 'word',
  'RecipientInput.to': 'mobile',
  'RecipientInput.reference': 'word',
  'SendChatMessageInput.sessionId': 'id',
  'SendChatMessageInput.to': 'mobile',
  'SendChatMessageInput.message': 'content',
  'SendChatMessageInput.url': 'content',
  'SendChatMessageInput.filename': 'content',
  'SendChatMessageInput.mimeType': 'content',
  'SendChatMessageInput.idempotencyKey': 'word',
  'SendGroupMessageInput.sessionId': 'id',
  'SendGroupMessageInput.to': 'chat',
  'SendGroupMessageInput.message': 'content',
  'SendGroupMessageInput.url': 'content',
  'SendGroupMessageInput.mimeType': 'content',
  'SendGroupMessageInput.idempotencyKey': 'word',
  'CreateSessionInput.name': 'word',
  'CreateSessionInput.engine': 'content',
  'CreateSessionInput.idempotencyKey': 'word',
  'StartSessionInput.sessionId': 'id',
  'StopSessionInput.sessionId': 'id',
  'RestartSessionInput.sessionId': 'id',
  'LogOutSessionInput.sessionId': 'id',
  'DeleteSessionInput.sessionId': 'id',
  'RequestPairingCodeInput.sessionId': 'id',
  'RequestPairingCodeInput.phoneNumber': 'mobile',
  'RefreshGroupsInput.sessionId': 'id',
  'CancelMessageInput.messageId': 'id',
  'CancelCampaignInput.campaignId': 'id',
  'ResumeHeldMessagesInput.gateway': 'word',
  'AddSuppressionsInput.idempotencyKey': 'word',
  'SuppressionInput.mobile': 'mobile',
  'SuppressionInput.senderId': 'word',
  'SuppressionInput.reason': 'content',
  'LiftSuppressionInput.id': 'id',
  'LiftSuppressionInput.mobile': 'mobile',
  'LiftSuppressionInput.senderId': 'word',
};

/** Every root field; what has no argument is called as it is. */
export const ROOT_FIELDS: readonly string[] = [
  'addSuppressions',
  'campaign',
  'campaigns',
  'cancelCampaign',
  'cancelMessage',
  'chatMessage',
  'chatMessages',
  'createSession',
  'deleteSession',
  'deliveryCodes',
  'groups',
  'liftSuppression',
  'logOutSession',
  'message',
  'messages',
  'node',
  'organisation',
  'rateLimits',
  'refreshGroups',
  'requestPairingCode',
  'restartSession',
  'resumeHeldMessages',
  'sendBulkSms',
  'sendChatMessage',
  'sendGroupMessage',
  'sendSms',
  'session',
  'sessionQr',
  'sessions',
  'startSession',
  'stopSession',
  'suppressions',
  'viewer',
];

/** The same for every route, its path, query, body and headers. */
export const REST_CASES: Readonly<Record<string, Readonly<Record<string, Names>>>> = {
  'POST /v1/chatapp/{session_id}/send/': {
    'path.session_id': 'id',
    'body.to': 'mobile',
    'body.message': 'content',
    'body.url': 'content',
    'body.filename': 'content',
    'body.mime_type': 'content',
    'header.idempotency-key': 'word',
  },
  'POST /v1/chatapp/{session_id}/groups/send/': {
    'path.session_id': 'id',
    'body.to': 'chat',
    'body.message': 'content',
    'body.url': 'content',
    'body.mime_type': 'content',
    'header.idempotency-key': 'word',
  },
  'GET /v1/chatapp/phones/': { 'query.cursor': 'cursor', 'query.before': 'cursor' },
  'GET /v1/chatapp/{session_id}/groups/': {
    'path.session_id': 'id',
    'query.cursor': 'cursor',
    'query.before': 'cursor',
    'query.search': 'word',
  },
  'GET /v1/chatapp/messages/{message_id}/': { 'path.message_id': 'chat' },
  'POST /v1/sms/send/': {
    'body.to': 'mobile',
    'body.message': 'content',
    'body.sender_id': 'word',
    'body.reference': 'word',
    'header.idempotency-key': 'word',
  },
  'POST /v1/sms/send-bulk/': {
    'body.message': 'content',
    'body.recipients.to': 'mobile',
    'body.recipients.reference': 'word',
    'body.name': 'word',
    'body.sender_id': 'word',
    'body.reference': 'word',
    'header.idempotency-key': 'word',
  },
  'GET /v1/sms/campaigns/': { 'query.cursor': 'cursor', 'query.before': 'cursor' },
  'GET /v1/sms/campaigns/{campaign_id}/': { 'path.campaign_id': 'id' },
  'POST /v1/sms/campaigns/{campaign_id}/cancel/': { 'path.campaign_id': 'id' },
  'POST /v1/sms/campaigns/messages/': {
    'query.cursor': 'cursor',
    'query.before': 'cursor',
    'body.campaign_id': 'id',
    'body.cursor': 'cursor',
  },
  'GET /v1/sms/messages/{message_id}/': { 'path.message_id': 'id' },
  'POST /v1/sms/messages/{message_id}/cancel/': { 'path.message_id': 'id' },
  'GET /v1/sms/delivery-codes/': {},
  'GET /v1/suppressions/': { 'query.cursor': 'cursor', 'query.before': 'cursor' },
  'POST /v1/suppressions/': {
    'body.numbers.mobile': 'mobile',
    'body.numbers.sender_id': 'word',
    'body.numbers.reason': 'content',
    'header.idempotency-key': 'word',
  },
  'DELETE /v1/suppressions/': { 'body.mobile': 'mobile', 'body.sender_id': 'word' },
};

/** What is there without a case, and cases of what is no longer there. */
export function differences(cases: Iterable<string>, found: Iterable<string>): { missing: string[]; stale: string[] } {
  const [expected, actual] = [new Set(cases), new Set(found)];
  return {
    missing: [...actual].filter((one) => !expected.has(one)),
    stale: [...expected].filter((one) => !actual.has(one)),
  };
}

/** A copy with the value at `path`; lists and objects on the way are made where there are none. */
export function withValue(target: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(target) || (target === undefined && first === '0')) {
    const list: unknown[] = [...((target as unknown[] | undefined) ?? [])];
    list[Number(first)] = withValue(list[Number(first)], rest, value);
    return list;
  }
  const object = (typeof target === 'object' && target !== null ? target : {}) as Record<string, unknown>;
  return { ...object, [first]: withValue(object[first], rest, value) };
}
