import { type DocumentNode, type GraphQLSchema, getNamedType, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { snakeCase } from '../../../src/lib/snake-case.js';
import { isNaming, type Place, placesOf } from './generate-graphql-calls.js';

/**
 * What a value in a call can name that belongs to an organisation; `content` is stored and names nothing, `chat` is one
 * of our ids or of an engine's.
 */
export type Names = 'id' | 'cursor' | 'mobile' | 'word' | 'chat' | 'content';

/** What texts name whose types do not tell. One that is missing fails the suite. */
export const TEXT_CASES: Readonly<Record<string, Names>> = {
  'SuppressionInput.proof': 'content',
  'ReplyToConversationInput.message': 'content',
  'Query.groups(search)': 'word',
  'Query.chatMessage(id)': 'chat',
  // Whoever has the link of an invitation may read and use it: it names the organisation to nobody else.
  'Query.invitation(token)': 'content',
  'AcceptInvitationInput.token': 'content',
  'AcceptInvitationInput.name': 'content',
  'AcceptInvitationInput.password': 'content',
  'AuditLogFilter.subjectId': 'id',
  'Session.groups(search)': 'word',
  'Subscription.messageStatusChanged(messageId)': 'chat',
  'CampaignFilter.name': 'word',
  'CampaignFilter.reference': 'word',
  'CampaignFilter.senderId': 'word',
  'CampaignMessageFilter.mobileEndsWith': 'mobile',
  'CampaignMessageFilter.reference': 'word',
  'MessageFilter.reference': 'word',
  'MessageFilter.senderId': 'word',
  'Query.statistics(senderId)': 'word',
  'Query.checkNumbers(senderId)': 'word',
  'Query.explainNumber(senderId)': 'word',
  'SuppressionFilter.senderId': 'word',
  'ChatMessageFilter.to': 'chat',
  'UpdateKeywordsInput.stopWords': 'content',
  'UpdateKeywordsInput.stopText': 'content',
  'UpdateKeywordsInput.startWords': 'content',
  'UpdateKeywordsInput.startText': 'content',
  'UpdateKeywordsInput.helpWords': 'content',
  'UpdateKeywordsInput.helpText': 'content',
  'SendSmsInput.message': 'content',
  'SendSmsInput.senderId': 'word',
  'SendSmsInput.reference': 'word',
  'SendBulkSmsInput.message': 'content',
  'SendBulkSmsInput.name': 'word',
  'SendBulkSmsInput.senderId': 'word',
  'SendBulkSmsInput.reference': 'word',
  // A signature, bound to the organisation: see preview-token.test.ts.
  'SendBulkSmsInput.previewToken': 'content',
  'RecipientInput.message': 'content',
  'RecipientInput.reference': 'word',
  'SendChatMessageInput.message': 'content',
  'SendChatMessageInput.url': 'content',
  'SendChatMessageInput.filename': 'content',
  'SendChatMessageInput.mimeType': 'content',
  'SendGroupMessageInput.to': 'chat',
  'SendGroupMessageInput.message': 'content',
  'SendGroupMessageInput.url': 'content',
  'SendGroupMessageInput.mimeType': 'content',
  'CreateApiKeyInput.name': 'word',
  'CreateApiKeyInput.senderIds': 'word',
  'CreateApiKeyInput.addresses': 'content',
  'CreateExportLinkInput.reference': 'word',
  'CreateExportLinkInput.senderId': 'word',
  'CreateExportLinkInput.name': 'word',
  'CreateExportLinkInput.to': 'mobile',
  'CreateSessionInput.name': 'word',
  'CreateSessionInput.engine': 'content',
  'RetryCampaignInput.name': 'content',
  'ResumeHeldMessagesInput.gateway': 'word',
  'SuppressionInput.senderId': 'word',
  'SuppressionInput.reason': 'content',
  'EraseNumberInput.notSearched': 'cursor',
  'LiftSuppressionInput.senderId': 'word',
  'CreateSenderIdInput.name': 'word',
  'CreateSenderIdInput.countries': 'content',
  'CreateWebhookInput.url': 'content',
  'CreateWebhookInput.description': 'content',
  'UpdateWebhookInput.url': 'content',
  'UpdateWebhookInput.description': 'content',
  // Accounts are people's, of whatever organisation; that answers are alike for all of them is S4.
  'SignUpInput.email': 'content',
  'SignUpInput.name': 'content',
  'SignUpInput.password': 'content',
  'VerifyEmailInput.challenge': 'content',
  'VerifyEmailInput.code': 'content',
  'ResendCodeInput.email': 'content',
  'RequestPasswordResetInput.email': 'content',
  'ResetPasswordInput.challenge': 'content',
  'ResetPasswordInput.code': 'content',
  'ResetPasswordInput.password': 'content',
  'SignInInput.email': 'content',
  'SignInInput.password': 'content',
  'ChangePasswordInput.currentPassword': 'content',
  'ChangePasswordInput.newPassword': 'content',
  'UpdatePersonInput.name': 'content',
  'SetUpInput.token': 'content',
  'SetUpInput.email': 'content',
  'SetUpInput.name': 'content',
  'SetUpInput.password': 'content',
  'SetUpInput.organisationName': 'content',
  'CreateOrganisationInput.name': 'word',
  'UpdateOrganisationInput.name': 'word',
  'UpdateOrganisationInput.timeZone': 'content',
  'InviteMemberInput.email': 'word',
};

const NAMES_OF_TYPE: Readonly<Record<string, Names>> = { UUID: 'id', PhoneNumber: 'mobile' };

/** Whether only the table above tells what the value names. */
export const isOfTable = (place: Place) => place.coordinate in TEXT_CASES || namesByType(place) === undefined;

export function namesOf(place: Place): Names {
  const names = TEXT_CASES[place.coordinate] ?? namesByType(place);
  if (!names) throw new Error(`${place.coordinate} has no case.`);
  return names;
}

function namesByType({ coordinate, type }: Place): Names | undefined {
  if (/\((after|before)\)$/.test(coordinate)) return 'cursor';
  if (coordinate.endsWith('.idempotencyKey')) return 'word';
  return NAMES_OF_TYPE[type.name];
}

/** What the values of a route name that no variable of its document takes under their own names. */
const OF_REST: Readonly<Record<string, Names>> = {
  'idempotency-key': 'word',
  cursor: 'cursor',
  before: 'cursor',
  expand: 'content',
};

/** What a value of a route names, which its document passes on: `recipients.to` is `RecipientInput.to`. */
export function restNamesOf(schema: GraphQLSchema, document: DocumentNode): (name: string) => Names {
  const targets = new Map<string, Place>();
  const typeInfo = new TypeInfo(schema);
  const add = (coordinate: string, variable: string) => {
    const type = typeInfo.getInputType();
    if (!type) return;
    for (const place of placesOf(coordinate, type, [])) {
      const path = place.path.filter((name) => name !== '0').map(snakeCase);
      targets.set(path.join('.') || snakeCase(variable), place);
    }
  };
  const visitor = visitWithTypeInfo(typeInfo, {
    Argument({ name, value }) {
      if (value.kind !== Kind.VARIABLE) return;
      add(`${typeInfo.getParentType()}.${typeInfo.getFieldDef()?.name}(${name.value})`, value.name.value);
    },
    ObjectField({ name, value }) {
      if (value.kind === Kind.VARIABLE)
        add(`${getNamedType(typeInfo.getParentInputType())}.${name.value}`, value.name.value);
    },
  });
  visit(document, visitor);
  return (name) => {
    const target = targets.get(name);
    const names = OF_REST[name] ?? (target && (isNaming(target.type) ? namesOf(target) : 'content'));
    if (!names) throw new Error(`No variable takes ${name}.`);
    return names;
  };
}
