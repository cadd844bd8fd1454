import { Field, Int, ObjectType } from 'type-graphql';
import { Campaign } from './campaign.js';
import { SmsMessage } from './sms-message.js';
import { Suppression } from './suppression.js';
import { UserError } from './user-errors.js';

export const USER_ERRORS = 'What the caller has to put right; empty when all went well.';
/** Of a mutation: its root is nullable, so that one that is throttled leaves its neighbours their answers. */
export const NULL_ONLY = 'Null only with an error in `errors`.';
export const PEOPLE_ONLY = 'Only for people who have signed in: API keys are refused.';
export const INPUT = { description: 'What it takes.' };
export const REPLAYED = 'An earlier call with the same idempotency key has done it, and nothing was done again.';

@ObjectType({ description: 'The answer to `sendSms`.', simpleResolvers: true })
export class SendSmsPayload {
  @Field(() => SmsMessage, { nullable: true, description: 'The accepted message.' })
  message!: SmsMessage | null;

  @Field(() => Boolean, { description: REPLAYED })
  replayed!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `sendBulkSms`.', simpleResolvers: true })
export class SendBulkSmsPayload {
  @Field(() => Campaign, { nullable: true, description: 'The accepted campaign.' })
  campaign!: Campaign | null;

  @Field(() => Boolean, { description: REPLAYED })
  replayed!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `cancelMessage`.', simpleResolvers: true })
export class CancelMessagePayload {
  @Field(() => SmsMessage, { nullable: true, description: 'The cancelled message.' })
  message!: SmsMessage | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `cancelCampaign`.', simpleResolvers: true })
export class CancelCampaignPayload {
  @Field(() => Campaign, { nullable: true, description: 'The campaign as it is now.' })
  campaign!: Campaign | null;

  @Field(() => Int, { description: 'Messages that this call has cancelled.' })
  cancelled!: number;

  @Field(() => Int, { description: 'Messages that a gateway had before, and that could not be called back.' })
  alreadyDispatched!: number;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `resumeHeldMessages`.', simpleResolvers: true })
export class ResumeHeldMessagesPayload {
  @Field(() => Int, { description: 'Messages that are queued again.' })
  resumed!: number;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `addSuppressions`.', simpleResolvers: true })
export class AddSuppressionsPayload {
  @Field(() => [Suppression], {
    description: 'In the order of the call. A number that was suppressed before keeps its entry.',
  })
  suppressions!: Suppression[];

  @Field(() => Boolean, { description: REPLAYED })
  replayed!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `liftSuppression`.', simpleResolvers: true })
export class LiftSuppressionPayload {
  @Field(() => Suppression, { nullable: true, description: 'What was lifted.' })
  suppression!: Suppression | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}
