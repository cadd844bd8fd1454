import { Field, Int, ObjectType } from 'type-graphql';
import { EXPLANATIONS, type ExplanationCode as ExplanationWord } from '../../../domain/sms/explanation/sentences.js';
import { enumOf } from '../kernel/enum.js';
import { DateTime } from '../kernel/scalars.js';
import { DeliveryCode } from './delivery-code.js';

const ExplanationCode = enumOf<ExplanationWord>(
  'ExplanationCode',
  'Which sentences an explanation has. The names in braces are fields of the explanation, a time in words is its day (UTC).',
  Object.fromEntries(Object.entries(EXPLANATIONS).map(([code, sentences]) => [code, sentences.join(' ')])) as Record<
    ExplanationWord,
    string
  >,
);

@ObjectType({ description: 'Why a message has its status, and what happens next.', simpleResolvers: true })
export class SmsExplanation {
  @Field(() => ExplanationCode, { description: 'Which sentences these are, for programs that translate them.' })
  code!: ExplanationWord;

  @Field(() => String, { description: 'What happened to the message.' })
  cause!: string;

  @Field(() => String, { description: 'The rule that applies to the message.' })
  rule!: string;

  @Field(() => String, { description: 'What happens next to the message.' })
  next!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The latest time at which the next step happens; null if no time is set.',
  })
  nextAt!: string | null;

  @Field(() => DeliveryCode, {
    nullable: true,
    description:
      'The delivery code that the explanation is about: of the message, or of its last attempt while a retry waits.',
  })
  deliveryCode!: DeliveryCode | null;

  @Field(() => Int, { nullable: true, description: 'The number of the attempt that follows; null if none does.' })
  attempt!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How often a message with this delivery code is submitted at most; null without a delivery code.',
  })
  attempts!: number | null;

  @Field(() => String, { nullable: true, description: 'The gateway that the sentences name; null if they name none.' })
  gateway!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the number was suppressed; null if the message was not suppressed, or it is not known.',
  })
  suppressedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The word that the person wrote to end messages, such as `STOP`; null if they wrote none.',
  })
  word!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The number or short code of the organisation to which the person wrote the word.',
  })
  ownNumber!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the message was sent, if no call has sent it: it answers a keyword. Null otherwise.',
  })
  origin!: string | null;
}
