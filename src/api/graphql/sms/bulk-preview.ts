import { Arg, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { invalidField } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Problem, SampleKind } from '../../../domain/sms/bulk-plan.js';
import type { SmsEncoding as Encoding, SmsStatus as Status } from '../../../domain/vocabulary.js';
import { previewBulkSms } from '../../../operations/sms/send/preview-bulk-sms.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { count, list, mutation, object, text, time } from '../kernel/mutation.js';
import { PhoneNumber } from '../kernel/scalars.js';
import { DeliveryCode, toDeliveryCode } from './delivery-code.js';
import { SendBulkSmsInput } from './send-mutations.js';
import { SmsEncoding } from './sms-message.js';
import { SmsStatus } from './sms-status.js';

@ObjectType({ description: 'The messages of a previewed campaign that one gateway gets first.', simpleResolvers: true })
class GatewayShare {
  @Field(() => String, { description: 'The name of the gateway.' })
  gateway!: string;

  @Field(() => Int, { description: 'The number of messages.' })
  messages!: number;

  @Field(() => Int, { description: 'The number of their segments.' })
  segments!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many of these messages, from the first, the credit of the gateway pays for; null if the gateway does not tell ' +
      'its credit, or the operator has configured no price per segment.',
  })
  creditFor!: number | null;
}

@ObjectType({ description: 'The messages of a previewed campaign that have one encoding.', simpleResolvers: true })
class EncodingShare {
  @Field(() => SmsEncoding, { description: 'The encoding.' })
  encoding!: Encoding;

  @Field(() => Int, { description: 'The number of messages.' })
  messages!: number;

  @Field(() => Int, { description: 'The number of their segments.' })
  segments!: number;
}

const PreviewSampleKind = enumOf<SampleKind>('PreviewSampleKind', 'Which message of a campaign a sample is.', {
  first: 'The first message.',
  shortest: 'The message with the shortest text.',
  longest: 'The message with the longest text.',
});

const POSITION = 'The place of the recipient in `recipients`, from 0; repeated numbers are counted.';

@ObjectType({ description: 'A message of a previewed campaign, as its recipient would get it.', simpleResolvers: true })
class PreviewSample {
  @Field(() => PreviewSampleKind, { description: 'Which message of the campaign it is.' })
  kind!: SampleKind;

  @Field(() => Int, { description: POSITION })
  position!: number;

  @Field(() => String, { description: 'The text with the values of the recipient.' })
  text!: string;

  @Field(() => Int, { description: 'The number of segments.' })
  segments!: number;

  @Field(() => SmsEncoding, { description: 'The encoding of the text.' })
  encoding!: Encoding;
}

@ObjectType({ description: 'A recipient of a previewed campaign that would get no message.', simpleResolvers: true })
class PreviewProblem {
  @Field(() => Int, { description: POSITION })
  position!: number;

  @Field(() => PhoneNumber, { description: 'The number, digits only; a malformed number is shown as given.' })
  mobile!: string;

  @Field(() => SmsStatus, {
    nullable: true,
    description:
      'The status with which the recipient would be listed: failed if the number cannot receive the SMS, blocked if it is ' +
      'suppressed. Null if it repeats an earlier number, which gets the message.',
  })
  status!: Status | null;

  @Field(() => DeliveryCode, { nullable: true, description: 'The delivery code; null for a repeated number.' })
  code!: DeliveryCode | null;

  @Field(() => String, { description: 'The problem in one sentence, for people.' })
  message!: string;
}

@ObjectType({
  description: 'A character that smart encoding replaces in a previewed campaign, because GSM-7 lacks it.',
  simpleResolvers: true,
})
class CharacterReplacement {
  @Field(() => String, { description: 'The character, with the accents that follow it.' })
  character!: string;

  @Field(() => String, { description: 'What stands in its place; empty if it is left out.' })
  replacement!: string;

  @Field(() => Int, { description: 'The number of messages that had the character.' })
  messages!: number;
}

@ObjectType({ description: 'What smart encoding does to a previewed campaign.', simpleResolvers: true })
class SmartEncodingEffect {
  @Field(() => Int, { description: 'The number of messages whose text it changes.' })
  messages!: number;

  @Field(() => Int, {
    description: 'The number of segments that all messages would take without it; `segments` counts with it.',
  })
  segmentsBefore!: number;

  @Field(() => [CharacterReplacement], { description: 'The characters that it replaces, the most frequent first.' })
  replacements!: readonly CharacterReplacement[];
}

const PREVIEW = mutation({
  name: 'previewBulkSms',
  description:
    'Runs all checks of `sendBulkSms` and says what it would do; nothing is stored or sent. Input that `sendBulkSms` refuses ' +
    'is refused with the same errors. It counts as an ordinary call, not as a bulk call.',
  input: SendBulkSmsInput,
  takes: 'The campaign, as for `sendBulkSms`; `idempotencyKey` and `previewToken` are ignored.',
  payload: {
    previewToken: text(
      'Holds `sendBulkSms` to this preview: with this token and the same input it does exactly what is shown here, or nothing. ' +
        'Only the caller of the preview can use it.',
    ),
    expiresAt: time(`The time when the token expires, ${LIMITS.previewTokenMinutes} minutes after the preview.`),
    total: count('The number of recipients that would be listed.'),
    accepted: count('The number of messages that would be sent.'),
    invalid: count('The number of recipients whose number cannot receive SMS, or not from this sender ID.'),
    suppressed: count('The number of recipients whose number is suppressed.'),
    duplicates: count('The number of repeated recipients. A repeated number gets one message.'),
    segments: count('The number of segments of all messages that would be sent.'),
    encodings: list(() => EncodingShare, 'The messages that would be sent, by encoding.'),
    gateways: list(() => GatewayShare, 'The messages that would be sent, by the gateway that gets them first.'),
    samples: list(
      () => PreviewSample,
      'The first, the shortest and the longest message; none if no message would be sent.',
    ),
    smartEncoding: object(
      () => SmartEncodingEffect,
      'What smart encoding does to the texts; null if the campaign goes without it.',
    ),
    validUntil: time('The time after which no message would be submitted to a gateway; null if there is none.'),
    startsAt: time('The earliest time at which the first message would leave.'),
    estimatedEndAt: time(
      'An estimate of when the last message would have left, at the configured pace of the gateways if they carry nothing ' +
        'else; null if a gateway has no configured pace.',
    ),
  },
  complexity: 20,
  async resolve(context: ResolverContext, input) {
    const { startsAt, estimatedEndAt, validUntil, ...preview } = await previewBulkSms(context, input);
    return {
      ...preview,
      startsAt: startsAt.toISOString(),
      validUntil: validUntil?.toISOString() ?? null,
      estimatedEndAt: estimatedEndAt?.toISOString() ?? null,
    };
  },
});

export const PREVIEW_MUTATIONS = [PREVIEW];

@Resolver(() => PREVIEW.payload)
export class BulkPreviewResolver {
  @FieldResolver(() => [PreviewProblem], {
    description: 'The recipients that would get no message, in the order of the call.',
  })
  problems(
    // Missing if there are user errors.
    @Root() { problems: all = [] }: { readonly problems?: readonly Problem[] },
    @Arg('first', () => Int, {
      defaultValue: LIMITS.pageSizeDefault,
      description: `How many to return, at most ${LIMITS.pageSizeMax}.`,
    })
    first: number,
    @Arg('after', () => Int, { nullable: true, description: 'Return those after this position.' })
    after?: number | null,
  ): PreviewProblem[] {
    if (first < 1 || first > LIMITS.pageSizeMax) {
      throw invalidField('first', 'invalid', `\`first\` must be between 1 and ${LIMITS.pageSizeMax}.`);
    }
    const listed = after == null ? all : all.filter(({ position }) => position > after);
    return listed.slice(0, first).map(({ deliveryCode, ...problem }) => ({
      ...problem,
      code: toDeliveryCode(deliveryCode),
    }));
  }
}
