import { Field, InputType, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { WITHHELD_SCOPES } from '../../../domain/people/access-token.js';
import type { Scope as ScopeWord } from '../../../domain/vocabulary.js';
import { createAccessToken } from '../../../operations/people/access-tokens.js';
import type { ResolverContext } from '../kernel/context.js';
import { nameOf } from '../kernel/enum.js';
import { mutation, object, text } from '../kernel/mutation.js';
import { DateTime, UUID } from '../kernel/scalars.js';
import { Scope } from './scope.js';

@ObjectType({
  description: 'What an access token may do. Everything else is as for its API key.',
  simpleResolvers: true,
})
export class AccessToken {
  @Field(() => [Scope], { description: 'The scopes of the token.' })
  scopes!: readonly ScopeWord[];

  @Field(() => [UUID], {
    nullable: true,
    description:
      'The sessions that the token may send through and control; null: those of the key. Its scopes decide what it ' +
      'may read.',
  })
  sessionIds!: readonly string[] | null;

  @Field(() => DateTime, { description: 'The time when the token expires.' })
  expiresAt!: string;
}

const WITHHELD = WITHHELD_SCOPES.map((scope) => `\`${nameOf(scope)}\``).join(' and ');

@InputType({ description: 'An access token to create.' })
class CreateAccessTokenInput {
  @Field(() => [Scope], {
    nullable: true,
    description:
      `The scopes of the token, which the key must have too; ${WITHHELD} cannot be among them. If omitted, \`SMS_READ\` ` +
      'and `CHAT_READ`, as far as the key has them.',
  })
  scopes?: ScopeWord[] | null;

  @Field(() => [UUID], {
    nullable: true,
    description:
      'The ids of the sessions that the token may send through and control, from 1 to ' +
      `${LIMITS.sessionsPerAccessToken}, which the key may use too; those of the key if omitted.`,
  })
  sessionIds?: string[] | null;
}

export const ACCESS_TOKEN_MUTATIONS = [
  mutation({
    name: 'createAccessToken',
    description:
      `Creates an access token, with which a web page calls the API for ${LIMITS.accessTokenMinutes} minutes in place ` +
      'of the API key. It may do no more than the key, and stops working with it. Only API keys may call this.',
    input: CreateAccessTokenInput,
    takes: 'The token.',
    payload: {
      accessToken: object(() => AccessToken, 'What the token may do.'),
      token: text('The token itself, for the header `Authorization: Bearer …`. It is not stored.'),
    },
    async resolve(context: ResolverContext, input) {
      const { token, scopes, sessionIds, expiresAt } = await createAccessToken(context, input);
      return { accessToken: { scopes, sessionIds, expiresAt }, token };
    },
  }),
];
