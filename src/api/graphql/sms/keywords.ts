import { Ctx, Field, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { writeAnswer } from '../../../domain/sms/inbound/keyword-answers.js';
import { BUILT_IN_KEYWORDS } from '../../../domain/sms/inbound/keywords.js';
import { type SmsEncoding as Encoding, KEYWORDS, type Keyword as Word } from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import {
  getKeywords,
  type Keywords as KeywordsOf,
  updateKeywords,
} from '../../../operations/sms/inbound/update-keywords.js';
import type { ResolverContext } from '../kernel/context.js';
import { mutation, object } from '../kernel/mutation.js';
import { Keyword } from './inbound-message.js';
import { SmsEncoding } from './sms-message.js';

@ObjectType({ description: 'A word that is a keyword for every organisation.', simpleResolvers: true })
class BuiltInKeyword {
  @Field(() => String, { description: 'The word, in capitals and without signs.' })
  word!: string;

  @Field(() => Keyword, { description: 'The keyword that the word stands for.' })
  keyword!: Word;

  @Field(() => String, { description: 'The regulator or the vendors that name the word.' })
  source!: string;
}

@ObjectType({ description: 'The SMS by which a keyword is answered.', simpleResolvers: true })
class KeywordAnswer {
  @Field(() => Keyword, { description: 'The keyword that the SMS answers.' })
  keyword!: Word;

  @Field(() => String, { description: 'The text as a person gets it from a number that no organisations share.' })
  text!: string;

  @Field(() => Int, { description: 'The number of SMS segments of the text.' })
  segments!: number;

  @Field(() => SmsEncoding, { description: 'The character encoding of the text.' })
  encoding!: Encoding;
}

const WORDS: Readonly<Record<Word, string>> = {
  stop: 'The words of the organisation by which people stop messages, in capitals and without signs.',
  start: 'The words of the organisation by which people start messages, in capitals and without signs.',
  help: 'The words of the organisation by which people ask for help, in capitals and without signs.',
};
const ANSWERED: Readonly<Record<Word, string>> = {
  stop: 'Whether a STOP is confirmed, if it has suppressed the number.',
  start: 'Whether a START is confirmed, if it has lifted a suppression.',
  help: 'Whether HELP is answered, at most once an hour.',
};
const TEXTS: Readonly<Record<Word, string>> = {
  stop: 'The text that confirms a STOP; null: the default.',
  start: 'The text that confirms a START; null: the default.',
  help: 'The answer to HELP; null: the default.',
};

@ObjectType({
  description:
    'The words by which people stop and start messages and ask for help, and the answers that they get. In texts ' +
    '`{organisation}` stands for the name, and `{start}` and `{stop}` for what a person replies: on a number that ' +
    'organisations share it begins with the keyword of the organisation.',
  simpleResolvers: true,
})
class Keywords {
  @Field(() => [BuiltInKeyword], { description: 'The words that are keywords for every organisation.' })
  builtIn!: readonly BuiltInKeyword[];

  @Field(() => [String], { description: WORDS.stop })
  stopWords!: readonly string[];

  @Field(() => Boolean, { description: ANSWERED.stop })
  stopAnswered!: boolean;

  @Field(() => String, { nullable: true, description: TEXTS.stop })
  stopText!: string | null;

  @Field(() => [String], { description: WORDS.start })
  startWords!: readonly string[];

  @Field(() => Boolean, { description: ANSWERED.start })
  startAnswered!: boolean;

  @Field(() => String, { nullable: true, description: TEXTS.start })
  startText!: string | null;

  @Field(() => [String], { description: WORDS.help })
  helpWords!: readonly string[];

  @Field(() => Boolean, { description: ANSWERED.help })
  helpAnswered!: boolean;

  @Field(() => String, { nullable: true, description: TEXTS.help })
  helpText!: string | null;

  @Field(() => [KeywordAnswer], { description: 'The answers as people get them, one for each keyword.' })
  answers!: readonly KeywordAnswer[];
}

const toKeywords = ({ settings, organisation }: KeywordsOf): Keywords => ({
  ...camelCased(settings),
  builtIn: BUILT_IN_KEYWORDS,
  answers: KEYWORDS.map((keyword) => {
    const { text, segments, encoding } = writeAnswer(keyword, settings[`${keyword}_text`], organisation, null);
    return { keyword, text, segments, encoding };
  }),
});

const NEW_WORDS = `Replaces the words of the organisation: at most ${LIMITS.keywordsPerOrganisation}, with 1 to 60 characters each.`;
const NEW_TEXT = `The text, with at most ${LIMITS.segmentsPerKeywordAnswer} segments; empty: the default.`;

@InputType({ description: 'The input of `updateKeywords`. Fields that are omitted or null stay as they are.' })
class UpdateKeywordsInput {
  @Field(() => [String], { nullable: true, description: NEW_WORDS })
  stopWords?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: ANSWERED.stop })
  stopAnswered?: boolean | null;

  @Field(() => String, { nullable: true, description: NEW_TEXT })
  stopText?: string | null;

  @Field(() => [String], { nullable: true, description: NEW_WORDS })
  startWords?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: ANSWERED.start })
  startAnswered?: boolean | null;

  @Field(() => String, { nullable: true, description: NEW_TEXT })
  startText?: string | null;

  @Field(() => [String], { nullable: true, description: NEW_WORDS })
  helpWords?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: ANSWERED.help })
  helpAnswered?: boolean | null;

  @Field(() => String, { nullable: true, description: NEW_TEXT })
  helpText?: string | null;
}

@Resolver(() => Keywords)
export class KeywordsResolver {
  @Query(() => Keywords, { description: 'Returns the keywords of the organisation, and how they are answered.' })
  async keywords(@Ctx() context: ResolverContext): Promise<Keywords> {
    return toKeywords(await getKeywords(context));
  }
}

export const KEYWORDS_MUTATIONS = [
  mutation({
    name: 'updateKeywords',
    description: 'Changes the words of the organisation, or how keywords are answered.',
    input: UpdateKeywordsInput,
    payload: { keywords: object(() => Keywords, 'The keywords after the change.') },
    resolve: async (context: ResolverContext, input) => ({
      keywords: toKeywords(await updateKeywords(context, input)),
    }),
  }),
];
