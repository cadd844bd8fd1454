import { Arg, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import type { MessageCategory as Category, SmsStatus as Status } from '../../../domain/vocabulary.js';
import { explainNumber, SHOWN } from '../../../operations/sms/numbers/explain-number.js';
import type { ResolverContext } from '../kernel/context.js';
import { PhoneNumber } from '../kernel/scalars.js';
import { ConsentChange, toConsentChange } from './consent-change.js';
import { InboundMessage, toInboundMessage } from './inbound-message.js';
import { SmsExplanation } from './sms-explanation.js';
import { SmsMessage, toSmsMessage } from './sms-message.js';
import { MessageCategory, SmsStatus } from './sms-status.js';
import { Suppression, toSuppression } from './suppression.js';

@ObjectType({ description: 'What would become of a message that is sent now, and why.', simpleResolvers: true })
class SmsForecast {
  @Field(() => SmsStatus, {
    description:
      'The status that the message would soon have: sent if nothing is known against it, queued while the gateway is down.',
  })
  status!: Status;

  @Field(() => String, {
    nullable: true,
    description: 'The gateway that the route of the number leads to at the moment; null if no gateway would get it.',
  })
  gateway!: string | null;

  @Field(() => SmsExplanation, { description: 'Why, which rule applies, and what would happen next.' })
  explanation!: SmsExplanation;
}

@ObjectType({
  description:
    'What is known of a number: what would become of a message to it, and the last messages to it and from it.',
  simpleResolvers: true,
})
class NumberExplanation {
  @Field(() => PhoneNumber, { description: 'The number, digits only; a malformed number is shown as given.' })
  mobile!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The country of the number, two letters after ISO 3166; null if it has none, or cannot receive SMS.',
  })
  country!: string | null;

  @Field(() => SmsForecast, { description: 'What would become of a message that is sent now, and why.' })
  now!: SmsForecast;

  @Field(() => [Suppression], {
    nullable: true,
    description:
      `The suppressions of the number, for every sender or for one, newest first, at most ${SHOWN.suppressions}; null for ` +
      'callers without the scope `SUPPRESSIONS_MANAGE`.',
  })
  suppressions!: Suppression[] | null;

  @Field(() => [ConsentChange], {
    nullable: true,
    description:
      `The last ${SHOWN.consent} changes of the consent of the person, newest first; null for callers without the scope ` +
      '`SUPPRESSIONS_MANAGE`.',
  })
  consent!: ConsentChange[] | null;

  @Field(() => [SmsMessage], {
    description:
      `The last ${SHOWN.messages} messages to the number, newest first; of campaigns of more than 100 recipients the newest alone ` +
      '(a million recipients). `messages` finds all.',
  })
  lastSent!: SmsMessage[];

  @Field(() => [InboundMessage], {
    nullable: true,
    description:
      `The last ${SHOWN.messages} messages from the number, newest first; null for callers without the scope ` +
      '`INBOX_READ`.',
  })
  lastReceived!: InboundMessage[] | null;
}

@Resolver(() => NumberExplanation)
export class NumberExplanationResolver {
  @Query(() => NumberExplanation, {
    complexity: 20,
    description:
      'Returns what is known of a number: suppressions, changes of consent, the last messages to it and from it, and ' +
      'what would become of a message that is sent now. Nothing is stored or sent.',
  })
  async explainNumber(
    @Ctx() context: ResolverContext,
    @Arg('mobile', () => PhoneNumber, { description: 'The number, in any form that a send accepts.' }) mobile: string,
    @Arg('senderId', () => String, {
      nullable: true,
      description:
        'The sender ID of the message, which decides about some suppressions and countries; if omitted, rules about sender ' +
        'IDs are left out.',
    })
    senderId?: string | null,
    @Arg('category', () => MessageCategory, {
      nullable: true,
      description: 'The category of the message, which decides about some suppressions; transactional if omitted.',
    })
    category?: Category | null,
    @Arg('test', () => Boolean, {
      nullable: true,
      description: 'True: explain a message to the sandbox. Test keys do so anyway.',
    })
    test?: boolean | null,
  ): Promise<NumberExplanation> {
    const explained = await explainNumber(context, { mobile, senderId, category, test });
    return {
      ...explained,
      suppressions: explained.suppressions?.map(toSuppression) ?? null,
      consent: explained.consent?.map(toConsentChange) ?? null,
      lastSent: explained.lastSent.map(toSmsMessage),
      lastReceived: explained.lastReceived?.map(toInboundMessage) ?? null,
    };
  }
}
