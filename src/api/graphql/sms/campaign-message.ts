import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { ERROR_DESCRIPTION, errorText, submissionStatus } from '../../../domain/sms/outcome.js';
import type { SmsStatus as Status, SubmissionStatus as Submission } from '../../../domain/vocabulary.js';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { connectionOf } from '../kernel/paging.js';
import type { CampaignMessageRow } from '../kernel/rows.js';
import { PhoneNumber, UUID } from '../kernel/scalars.js';
import { SmsMessage, toSmsMessage } from './sms-message.js';
import { SmsStatus, SubmissionStatus } from './sms-status.js';

@ObjectType({
  description: 'A recipient of a campaign and the outcome: one line of its listing.',
  simpleResolvers: true,
})
class CampaignMessage {
  @Field(() => UUID, { description: 'The id of the message.' })
  id!: string;

  @Field(() => Int, { description: 'Place in the call, from 0; duplicates are not counted.' })
  position!: number;

  @Field(() => PhoneNumber, {
    nullable: true,
    description: 'Digits only; a malformed number as it was given. Null once it is redacted.',
  })
  mobile!: string | null;

  @Field(() => SubmissionStatus, { description: 'Whether this recipient was handed to a gateway.' })
  status!: Submission;

  @Field(() => SmsStatus, { description: 'Where the message is in its life.' })
  messageStatus!: Status;

  @Field(() => Int, { nullable: true, description: "The gateway's reason; null while queued or held." })
  deliveryCode!: number | null;

  @Field(() => String, { nullable: true, description: ERROR_DESCRIPTION })
  error!: string | null;
}

export function toCampaignMessage(row: CampaignMessageRow): CampaignMessage {
  return {
    id: row.id,
    position: row.position,
    mobile: row.mobile,
    status: submissionStatus(row.handed_over, row.status),
    messageStatus: row.status,
    deliveryCode: row.delivery_code,
    error: errorText(row.status, row.delivery_code, row.outcome_unknown),
  };
}

export const CampaignMessageConnection = connectionOf(
  'CampaignMessage',
  'recipients of a campaign',
  () => CampaignMessage,
);

@Resolver(() => CampaignMessage)
export class CampaignMessageResolver {
  @FieldResolver(() => SmsMessage, {
    nullable: true,
    complexity: 2,
    description: 'All there is to know about the message.',
  })
  async message(
    @Root() line: Pick<CampaignMessage, 'id'>,
    @Ctx() context: ResolverContext,
  ): Promise<SmsMessage | null> {
    const row = await batchesOf(context).message(line.id);
    return row && toSmsMessage(row);
  }
}
