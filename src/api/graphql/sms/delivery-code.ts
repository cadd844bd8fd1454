import { Field, Int, ObjectType } from 'type-graphql';
import type { DeliveryCodeCategory } from '../../../domain/sms/delivery-codes.js';
import type { SmsStatus as Status } from '../../../domain/vocabulary.js';
import { DeliveryCodeCategoryEnum, SmsStatus } from '../kernel/enums.js';

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
