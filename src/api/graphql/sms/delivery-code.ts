import { Arg, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { DELIVERY_CODES, type DeliveryCodeCategory, findDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { SmsStatus as Status } from '../../../domain/vocabulary.js';
import { enumOf } from '../kernel/enum.js';
import { SmsStatus } from './sms-status.js';

const DeliveryCodeCategoryEnum = enumOf<DeliveryCodeCategory>(
  'DeliveryCodeCategory',
  'The category of a delivery code.',
  {
    success: 'Success: the message was delivered.',
    in_progress: 'In progress: the message is on its way.',
    rejection: 'Rejection: the gateway or the network refuses the message, its sender or its recipient.',
    error: 'Error: a failure between this server and the mobile network.',
  },
);

@ObjectType({
  description: 'The reason that a gateway gave for a status, as a number that is the same for all gateways.',
  simpleResolvers: true,
})
export class DeliveryCode {
  @Field(() => Int, { description: 'The number of the code, as in `deliveryCode`.' })
  code!: number;

  @Field(() => String, { description: 'The short name of the code, such as `DoNotDisturbRejection`.' })
  name!: string;

  @Field(() => DeliveryCodeCategoryEnum, { description: 'The category of the code.' })
  category!: DeliveryCodeCategory;

  @Field(() => String, { description: 'The meaning of the code.' })
  meaning!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What the sender should do; null if there is nothing to do.',
  })
  recommendedAction!: string | null;

  @Field(() => Boolean, { description: 'True if sending the same message later may succeed.' })
  retryable!: boolean;

  @Field(() => Boolean, {
    description: 'True if a message with this code suppresses its number, so that no further message is sent to it.',
  })
  suppresses!: boolean;

  @Field(() => SmsStatus, { description: 'The status of a message with this code.' })
  status!: Status;
}

/** Null for no code, and for one that this version does not know. */
export const toDeliveryCode = (code: number | null): DeliveryCode | null =>
  (code === null ? null : findDeliveryCode(code)) ?? null;

@Resolver(() => DeliveryCode)
export class DeliveryCodeResolver {
  @Query(() => [DeliveryCode], { description: 'All delivery codes, with the meaning of each and what to do.' })
  deliveryCodes(): readonly DeliveryCode[] {
    return DELIVERY_CODES;
  }

  @Query(() => DeliveryCode, {
    nullable: true,
    description: 'One delivery code; null if there is none of this number.',
  })
  deliveryCode(@Arg('code', () => Int, { description: 'The number of the code.' }) code: number): DeliveryCode | null {
    return toDeliveryCode(code);
  }
}
