import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import {
  ERROR_DESCRIPTION,
  type SmsErrorCode as ErrorCode,
  errorOf,
  submissionStatus,
} from '../../../domain/sms/public-status.js';
import type { SmsStatus as Status, SubmissionStatus as Submission } from '../../../domain/vocabulary.js';
import type { CampaignMessageRow } from '../../../operations/sms/campaigns/campaign-messages.js';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { connectionOf } from '../kernel/paging.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { SmsErrorCode, SmsMessage, toSmsMessage } from './sms-message.js';
import { SmsStatus, SubmissionStatus } from './sms-status.js';

@ObjectType({
  description: 'A recipient of a campaign and the result of the message.',
  simpleResolvers: true,
})
class CampaignMessage {
  @Field(() => UUID, { description: 'The id of the message.' })
  id!: string;

  @Field(() => Int, {
    description: 'The position of the recipient in the call, from 0; repeated numbers are not counted.',
  })
  position!: number;

  @Field(() => PhoneNumber, {
    nullable: true,
    description:
      'The number of the recipient, digits only, which a single SMS has as `to`; a malformed number is shown as given. Null ' +
      'after redaction.',
  })
  mobile!: string | null;

  @Field(() => SubmissionStatus, {
    description:
      'Whether the message was submitted to a gateway; not the `status` of a single SMS, which is `messageStatus` here. A message ' +
      'can be `SENT` here and `BLOCKED` there: the gateway took it and blocked it later.',
  })
  status!: Submission;

  @Field(() => SmsStatus, { description: 'The status of the message now: the `status` of a single SMS.' })
  messageStatus!: Status;

  @Field(() => Int, {
    nullable: true,
    description: 'The delivery code of the message; null while it is queued or held.',
  })
  deliveryCode!: number | null;

  @Field(() => String, { nullable: true, description: ERROR_DESCRIPTION })
  error!: string | null;

  @Field(() => SmsErrorCode, {
    nullable: true,
    description: 'The kind of the error, for programs; null if there is none.',
  })
  errorCode!: ErrorCode | null;
}

export function toCampaignMessage(row: CampaignMessageRow): CampaignMessage {
  const error = errorOf(row.status, row.delivery_code, { outcomeUnknown: row.outcome_unknown, expired: row.expired });
  return {
    id: row.id,
    position: row.position,
    mobile: row.mobile,
    status: submissionStatus(row.handed_over, row.status),
    messageStatus: row.status,
    deliveryCode: row.delivery_code,
    error: error?.text ?? null,
    errorCode: error?.code ?? null,
  };
}

export const CampaignMessageConnection = connectionOf(
  'CampaignMessage',
  'recipients of a campaign',
  () => CampaignMessage,
);

type Line = Pick<CampaignMessage, 'id'>;

/** The listing reads only what most callers show; the other fields read the messages, all of a page at once. */
@Resolver(() => CampaignMessage)
export class CampaignMessageResolver {
  @FieldResolver(() => SmsMessage, {
    nullable: true,
    complexity: 2,
    description: 'The message with all its fields.',
  })
  async message(@Root() line: Line, @Ctx() context: ResolverContext): Promise<SmsMessage | null> {
    const row = await batchesOf(context).message(line.id);
    return row && toSmsMessage(row);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Your own reference for this recipient.' })
  async reference(@Root() line: Line, @Ctx() context: ResolverContext): Promise<string | null> {
    return (await batchesOf(context).message(line.id))?.reference ?? null;
  }

  @FieldResolver(() => Int, { nullable: true, description: 'The number of SMS segments of the text.' })
  async segments(@Root() line: Line, @Ctx() context: ResolverContext): Promise<number | null> {
    return (await batchesOf(context).message(line.id))?.segments ?? null;
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'The time of the last change of the message.' })
  async updatedAt(@Root() line: Line, @Ctx() context: ResolverContext): Promise<string | null> {
    return (await batchesOf(context).message(line.id))?.updated_at ?? null;
  }
}
