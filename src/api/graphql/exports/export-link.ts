import { Args, Ctx, Field, ID, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { EventType as Event } from '../../../domain/events/event.js';
import type { ExportFormat as Format, ExportKind as Kind } from '../../../domain/exports/export-link.js';
import { LIMITS } from '../../../domain/limits.js';
import type {
  CampaignStatus as CampaignWord,
  ConsentChange as Change,
  ChatMessageType as ChatType,
  ChatStatus as ChatWord,
  ConsentSource as Learned,
  SuppressionSource as Source,
  SmsStatus as Status,
  Keyword as Word,
} from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import { createExportLink } from '../../../operations/exports/create-export-link.js';
import { type ExportLinkRow, endExportLink, listExportLinks } from '../../../operations/exports/export-links.js';
import { ChatMessageType, ChatStatus } from '../chat/chat-message.js';
import { EventType } from '../events/event.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { idInput, mutation, object, text } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { AuditActor, toCreatedBy } from '../people/actor.js';
import { CampaignStatus } from '../sms/campaign.js';
import { ConsentChangeKind, ConsentSource } from '../sms/consent-change.js';
import { Keyword } from '../sms/inbound-message.js';
import { SmsStatus } from '../sms/sms-status.js';
import { SuppressionSource } from '../sms/suppression.js';

const ExportKind = enumOf<Kind>('ExportKind', 'The rows of an export.', {
  campaign_messages: 'The recipients of a campaign and their results, in the order of the call. Needs `SMS_READ`.',
  messages: 'SMS, newest first. Needs `SMS_READ`.',
  events:
    'The event log, oldest first. Needs `SMS_READ` for events of SMS, campaigns and gateways, `INBOX_READ` for those of messages ' +
    'that people sent, `SUPPRESSIONS_MANAGE` for those of consent changes, `CHAT_READ` for those of chat messages and sessions, and ' +
    '`WEBHOOKS_MANAGE` for those of webhooks.',
  suppressions: 'Suppressed numbers, newest first. Needs `SUPPRESSIONS_MANAGE`.',
  campaigns: 'Campaigns and their counts, newest first. Needs `SMS_READ`.',
  chat_messages: 'Chat messages, newest first. Needs `CHAT_READ`.',
  inbound_messages: 'Messages that people sent, newest first. Needs `INBOX_READ`.',
  consent_changes: 'What people have decided about messages, newest first, as proof. Needs `SUPPRESSIONS_MANAGE`.',
});

const ExportFormat = enumOf<Format>('ExportFormat', 'The format of an export.', {
  csv:
    'CSV as in RFC 4180, in UTF-8 with a byte order mark. A text that a spreadsheet would take for a formula begins with an ' +
    'apostrophe.',
  jsonl: 'JSON Lines: one object on each line, with unchanged texts.',
});

@ObjectType({
  description: 'A link under which rows are downloaded. Its address is not stored.',
  simpleResolvers: true,
})
class ExportLink {
  @Field(() => ID, { description: 'The id of the link, with which `endExportLink` ends it.' })
  id!: string;

  @Field(() => ExportKind, { description: 'The rows of the download.' })
  what!: Kind;

  @Field(() => UUID, { nullable: true, description: 'The id of the campaign, if the rows are of one campaign.' })
  campaignId!: string | null;

  @Field(() => [String], {
    description: 'The REST names of the other conditions of the rows; their values are not stored.',
  })
  conditions!: readonly string[];

  @Field(() => ExportFormat, { description: 'The format of the download.' })
  format!: Format;

  @Field(() => AuditActor, { nullable: true, description: 'The API key or the person that made the link.' })
  createdBy!: AuditActor | null;

  @Field(() => DateTime, { description: 'The time when the link was made.' })
  createdAt!: string;

  @Field(() => DateTime, {
    description: 'The time when the link expires, if its maker may read the rows until then.',
  })
  expiresAt!: string;
}

const toExportLink = (row: ExportLinkRow): ExportLink => ({ ...camelCased(row), createdBy: toCreatedBy(row) });

const ExportLinkConnection = connectionOf('ExportLink', 'export links', () => ExportLink);

@InputType({ description: 'The rows of an export. A condition that the kind of rows does not have is refused.' })
class CreateExportLinkInput {
  @Field(() => ExportKind, { description: 'Which rows.' })
  what!: Kind;

  @Field(() => ExportFormat, { nullable: true, description: 'The format; CSV if omitted.' })
  format?: Format | null;

  @Field(() => UUID, {
    nullable: true,
    description: 'The id of the campaign. `CAMPAIGN_MESSAGES` needs it; `MESSAGES` may have it.',
  })
  campaignId?: string | null;

  @Field(() => [SmsStatus], {
    nullable: true,
    description:
      'Of `CAMPAIGN_MESSAGES` and `MESSAGES`: messages with one of these statuses; an empty list matches none.',
  })
  statuses?: Status[] | null;

  @Field(() => [Int], {
    nullable: true,
    description: `Of \`CAMPAIGN_MESSAGES\` and \`MESSAGES\`: messages with one of these delivery codes, at most ${LIMITS.listedPerCondition}; an empty list matches none.`,
  })
  deliveryCodes?: number[] | null;

  @Field(() => PhoneNumber, {
    nullable: true,
    description:
      'Of `CAMPAIGN_MESSAGES`, `MESSAGES`, `SUPPRESSIONS`, `INBOUND_MESSAGES` and `CONSENT_CHANGES`: rows of this phone number.',
  })
  mobile?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of `CAMPAIGN_MESSAGES`, `MESSAGES` and `CAMPAIGNS`: those with exactly this reference.',
  })
  reference?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of `MESSAGES` and `CAMPAIGNS`: those with exactly this sender ID.',
  })
  senderId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Of `MESSAGES`: true for single messages, false for messages of campaigns.',
  })
  single?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Of `MESSAGES` and `CAMPAIGNS`: true for those to the sandbox, false for the others.',
  })
  test?: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Of `MESSAGES`, `CAMPAIGNS` and `CHAT_MESSAGES`: those accepted after this time.',
  })
  createdAfter?: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Of `MESSAGES`, `CAMPAIGNS` and `CHAT_MESSAGES`: those accepted before this time.',
  })
  createdBefore?: Date | null;

  @Field(() => [EventType], {
    nullable: true,
    description: 'Of `EVENTS`: those of these types; if omitted or empty, of all types that the caller may see.',
  })
  types?: Event[] | null;

  @Field(() => SuppressionSource, { nullable: true, description: 'Of `SUPPRESSIONS`: those with this origin.' })
  source?: Source | null;

  @Field(() => Keyword, {
    nullable: true,
    description: 'Of `INBOUND_MESSAGES`: those whose whole text is this keyword.',
  })
  keyword?: Word | null;

  @Field(() => ConsentChangeKind, { nullable: true, description: 'Of `CONSENT_CHANGES`: those of this kind.' })
  change?: Change | null;

  @Field(() => ConsentSource, {
    nullable: true,
    description: 'Of `CONSENT_CHANGES`: those that were learned in this way.',
  })
  consentSource?: Learned | null;

  @Field(() => [CampaignStatus], {
    nullable: true,
    description: 'Of `CAMPAIGNS`: those with one of these statuses; an empty list matches none.',
  })
  campaignStatuses?: CampaignWord[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of `CAMPAIGNS`: those whose name contains this text; case does not matter.',
  })
  name?: string | null;

  @Field(() => UUID, {
    nullable: true,
    description: 'Of `CAMPAIGNS`: those that the API key or the person with this id sent.',
  })
  createdById?: string | null;

  @Field(() => UUID, { nullable: true, description: 'Of `CHAT_MESSAGES`: those that were sent through this session.' })
  sessionId?: string | null;

  @Field(() => ChatStatus, { nullable: true, description: 'Of `CHAT_MESSAGES`: those with this status.' })
  chatStatus?: ChatWord | null;

  @Field(() => ChatMessageType, { nullable: true, description: 'Of `CHAT_MESSAGES`: those of this type.' })
  chatType?: ChatType | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of `CHAT_MESSAGES`: those to this number, digits only, or to the group with this id.',
  })
  to?: string | null;
}

@Resolver(() => ExportLink)
export class ExportLinkResolver {
  @Query(() => ExportLinkConnection, {
    complexity: 5,
    description: 'Returns the export links of the organisation that work, of all members and API keys, newest first.',
  })
  async exportLinks(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return ExportLinkConnection.of(await listExportLinks(context, page), toExportLink);
  }
}

export const EXPORT_MUTATIONS = [
  mutation({
    name: 'createExportLink',
    description:
      `Creates a link under which rows can be downloaded for ${LIMITS.exportLinkDays} days, however many there are. It stops ` +
      'working when its maker may no longer read them; a link that an access token makes expires with it.',
    input: CreateExportLinkInput,
    takes: 'The rows.',
    payload: {
      exportLink: object(() => ExportLink, 'The link.'),
      url: text(
        'The address of the download, for anybody who has it. It is not stored. With `&after=`, it begins after the row whose ' +
          'last column has this value.',
      ),
    },
    async resolve(context: ResolverContext, input) {
      const { link, url } = await createExportLink(context, input);
      return { exportLink: toExportLink(link), url };
    },
  }),
  mutation({
    name: 'endExportLink',
    description: 'Ends an export link of any member or API key within three seconds, and its downloads under way.',
    input: idInput('EndExportLinkInput', 'The link to end.', 'exportLinkId', 'The id of the link.'),
    takes: 'The link.',
    payload: { exportLink: object(() => ExportLink, 'The ended link.') },
    resolve: async (context: ResolverContext, input) => ({
      exportLink: toExportLink(await endExportLink(context, input)),
    }),
  }),
];
