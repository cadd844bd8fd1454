import { Arg, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import type { MessageCategory as Category } from '../../../domain/vocabulary.js';
import { checkNumbers } from '../../../operations/sms/send/check-numbers.js';
import type { ResolverContext } from '../kernel/context.js';
import { PhoneNumber } from '../kernel/scalars.js';
import { DeliveryCode, toDeliveryCode } from './delivery-code.js';
import { MessageCategory } from './sms-status.js';
import { Suppression, toSuppression } from './suppression.js';

@ObjectType({ description: 'Whether a number can be sent to.', simpleResolvers: true })
class CheckedNumber {
  @Field(() => PhoneNumber, { description: 'The number, digits only; a malformed number is shown as given.' })
  number!: string;

  @Field(() => DeliveryCode, {
    nullable: true,
    description: 'The delivery code that a message to the number would get at once; null if it would be sent.',
  })
  code!: DeliveryCode | null;

  @Field(() => Suppression, {
    nullable: true,
    description:
      'The suppression that blocks the number; null also for callers without the scope `SUPPRESSIONS_MANAGE`.',
  })
  suppression!: Suppression | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The country of the number, two letters after ISO 3166; the most likely one if several share its numbers. Null for ' +
      'a number that is malformed, cannot receive SMS, or has no country, such as one of a satellite phone.',
  })
  country!: string | null;
}

@Resolver(() => CheckedNumber)
export class CheckedNumberResolver {
  @Query(() => [CheckedNumber], {
    // For as many objects as it may return: two to a document.
    complexity: 1_000,
    description:
      'Runs the checks of a send for numbers, and returns the result for each, in the order of the call. Nothing is ' +
      'stored or sent. A gateway or network may still refuse a message that passes.',
  })
  async checkNumbers(
    @Ctx() context: ResolverContext,
    @Arg('numbers', () => [PhoneNumber], {
      description: `The numbers, from 1 to ${LIMITS.numbersChecked}; each may have any form.`,
    })
    numbers: string[],
    @Arg('senderId', () => String, {
      nullable: true,
      description: 'The sender ID of the send, which decides about some suppressions and countries.',
    })
    senderId?: string | null,
    @Arg('test', () => Boolean, {
      nullable: true,
      description: 'True: check as for a send to the sandbox. Test keys do so anyway.',
    })
    test?: boolean | null,
    @Arg('category', () => MessageCategory, {
      nullable: true,
      description: 'The category of the send, which decides about some suppressions; transactional if omitted.',
    })
    category?: Category | null,
  ): Promise<CheckedNumber[]> {
    const checked = await checkNumbers(context, { numbers, senderId, test, category });
    return checked.map(({ mobile, deliveryCode, suppression, country }) => ({
      number: mobile,
      code: toDeliveryCode(deliveryCode),
      suppression: suppression && toSuppression(suppression),
      country,
    }));
  }
}
