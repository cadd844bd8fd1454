import { Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { DELIVERY_CODES, type DeliveryCodeCategory } from '../../../domain/sms/delivery-codes.js';
import type { SmsStatus as Status } from '../../../domain/vocabulary.js';
import { enumOf } from '../kernel/enum.js';
import { SmsStatus } from './sms-status.js';

const DeliveryCodeCategoryEnum = enumOf<DeliveryCodeCategory>(
  'DeliveryCodeCategory',
  'What kind of news a delivery code is.',
  {
    success: 'The message has arrived.',
    in_progress: 'The message is under way.',
    rejection: 'The gateway or the network refuses the message, its sender or its recipient.',
    error: 'Something failed between us and the network.',
  },
);

@ObjectType({
  description: "A gateway's reason, as a number that is the same for every gateway.",
  simpleResolvers: true,
})
export class DeliveryCode {
  @Field(() => Int, { description: 'The number, as in `deliveryCode`.' })
  code!: number;

  @Field(() => String, { description: 'A short name such as `DoNotDisturbRejection`.' })
  name!: string;

  @Field(() => DeliveryCodeCategoryEnum, { description: 'What kind of news it is.' })
  category!: DeliveryCodeCategory;

  @Field(() => String, { description: 'What has happened.' })
  meaning!: string;

  @Field(() => String, { description: 'What to do about it.' })
  recommendedAction!: string;

  @Field(() => Boolean, { description: 'Sending the same message again later may succeed.' })
  retryable!: boolean;

  @Field(() => SmsStatus, { description: 'The status in which a message with this code waits or ends.' })
  status!: Status;
}

@Resolver(() => DeliveryCode)
export class DeliveryCodeResolver {
  @Query(() => [DeliveryCode], { description: 'The catalogue of delivery codes: what each means and what to do.' })
  deliveryCodes(): readonly DeliveryCode[] {
    return DELIVERY_CODES;
  }
}
