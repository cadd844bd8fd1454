import { Args, Ctx, Field, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { apiKeyState } from '../../../domain/people/api-key.js';
import {
  type ApiKeyState as KeyState,
  type KeyMode as Mode,
  SCOPES,
  type ApiKeyState as State,
} from '../../../domain/vocabulary.js';
import { createApiKey } from '../../../operations/people/keys/create-api-key.js';
import { listApiKeys } from '../../../operations/people/keys/list-api-keys.js';
import { revokeApiKey } from '../../../operations/people/keys/revoke-api-key.js';
import { rotateApiKey } from '../../../operations/people/keys/rotate-api-key.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { idInput, mutation, object, text } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import type { ApiKeyRow } from '../kernel/rows.js';
import { DateTime, UUID } from '../kernel/scalars.js';

export const KeyMode = enumOf<Mode>('KeyMode', 'What an API key may reach.', {
  live: 'The configured gateways.',
  test: 'The sandbox alone; nothing sent with it ever reaches a phone.',
});

const ApiKeyState = enumOf<KeyState>('ApiKeyState', 'Whether an API key can be used.', {
  active: 'It can.',
  expired: 'Its time is over, or the key that took its place is the only one now.',
  revoked: 'Somebody has revoked it.',
});

@ObjectType({
  description: 'A key that programs call with. The key itself is shown once, when it is made.',
  simpleResolvers: true,
})
export class ApiKey {
  @Field(() => UUID, { description: 'Identifies the key.' })
  id!: string;

  @Field(() => String, { description: 'A name to recognise it by.' })
  name!: string;

  @Field(() => String, { description: 'The beginning and the end of the key, to tell it from others.' })
  hint!: string;

  @Field(() => KeyMode, { description: 'What it may reach.' })
  mode!: Mode;

  @Field(() => [String], { description: 'What it may be used for, such as `sms:send`.' })
  scopes!: readonly string[];

  @Field(() => [UUID], {
    nullable: true,
    description:
      'The phones that it may send through and control; null: all. What it may read is a matter of its scopes.',
  })
  sessionIds!: readonly string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The sender IDs that it may send SMS as, one of which every send names; null: all.',
  })
  senderIds!: readonly string[] | null;

  @Field(() => [String], { nullable: true, description: 'The addresses that it may be used from; null: all.' })
  addresses!: readonly string[] | null;

  @Field(() => ApiKeyState, { description: 'Whether it can be used.' })
  state!: State;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it expires; null: never.' })
  expiresAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked.' })
  revokedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was last used, to the minute; null: never.' })
  lastUsedAt!: string | null;

  @Field(() => UUID, { nullable: true, description: 'The key that it has taken the place of, by rotation.' })
  replaces!: string | null;
}

function toApiKey(row: ApiKeyRow): ApiKey {
  const { id, name, hint, mode, scopes, sessionIds, senderIds, addresses, replaces } = row;
  const { createdAt, expiresAt, revokedAt, lastUsedAt } = row;
  const said = { id, name, hint, mode, scopes, sessionIds, senderIds, addresses, replaces };
  return { ...said, createdAt, expiresAt, revokedAt, lastUsedAt, state: apiKeyState(row, new Date()) };
}

const ApiKeyConnection = connectionOf('ApiKey', 'API keys', () => ApiKey);

const ENTRIES = `from 1 to ${LIMITS.restrictionsPerKey}; left out: not restricted.`;

@InputType({ description: 'A key that is to be.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'A name to recognise it by, at most 200 characters.' })
  name!: string;

  @Field(() => KeyMode, { description: 'What it may reach. A test key makes test keys alone.' })
  mode!: Mode;

  @Field(() => [String], {
    description: `What it may be used for, of what the caller may do: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
  })
  scopes!: string[];

  @Field(() => DateTime, { nullable: true, description: 'When it expires; left out: never.' })
  expiresAt?: Date | null;

  @Field(() => [UUID], {
    nullable: true,
    description: `The phones that it may send through and control, ${ENTRIES}`,
  })
  sessionIds?: string[] | null;

  @Field(() => [String], { nullable: true, description: `The sender IDs that it may send SMS as, ${ENTRIES}` })
  senderIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `The addresses and networks that it may be used from, such as \`192.0.2.7\` or \`2001:db8::/32\`, ${ENTRIES}`,
  })
  addresses?: string[] | null;
}

@InputType({ description: 'Which key gets a successor.' })
export class RotateApiKeyInput {
  @Field(() => UUID, { description: 'The key.' })
  apiKeyId!: string;

  @Field(() => Int, {
    nullable: true,
    description: `The old key is good for so many hours, at most ${LIMITS.keyOverlapHoursMax}; left out: ${LIMITS.keyOverlapHours}.`,
  })
  overlapHours?: number | null;
}

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Query(() => ApiKeyConnection, {
    complexity: 5,
    description: 'The API keys of the organisation, newest first, with those that are revoked or have expired.',
  })
  async apiKeys(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return ApiKeyConnection.of(await listApiKeys(context, page), toApiKey);
  }
}

const takes = 'The key.';
const key = text('The key itself. It is shown here and never again.');

export const API_KEY_MUTATIONS = [
  mutation({
    name: 'createApiKey',
    description:
      'Makes an API key. Nobody gives one more than they have: no scope that they lack, no life longer than that of the ' +
      'key they call with; and a restricted key makes none. ' +
      `${LIMITS.keysPerOrganisation} may be in force at a time.`,
    input: CreateApiKeyInput,
    takes,
    payload: { apiKey: object(() => ApiKey, 'What is known of the key from now on.'), key },
    async resolve(context: ResolverContext, input) {
      const made = await createApiKey(context, { ...input, by: context.caller });
      return { apiKey: toApiKey(made.apiKey), key: made.key };
    },
  }),
  mutation({
    name: 'rotateApiKey',
    description:
      'Gives an API key a successor that is alike: name, mode, scopes, restrictions and end. The old one is good for some ' +
      'hours more. A key has one successor; when that was lost, revoke it, and the old one can be rotated again.',
    input: RotateApiKeyInput,
    takes,
    payload: {
      apiKey: object(() => ApiKey, 'The new key.'),
      key,
      replaced: object(() => ApiKey, 'The old key, with the time until which it is good.'),
    },
    async resolve(context: ResolverContext, { apiKeyId, overlapHours }) {
      const made = await rotateApiKey(context, { by: context.caller, id: apiKeyId, overlapHours });
      return { apiKey: toApiKey(made.apiKey), key: made.key, replaced: toApiKey(made.replaced) };
    },
  }),
  mutation({
    name: 'revokeApiKey',
    description: 'Makes an API key useless within five seconds, for good. Doing it again changes nothing.',
    input: idInput('RevokeApiKeyInput', 'Which key to revoke.', 'apiKeyId', 'The key.'),
    takes,
    payload: { apiKey: object(() => ApiKey, 'The key as it was last.') },
    resolve: async (context: ResolverContext, { apiKeyId }) => ({
      apiKey: toApiKey(await revokeApiKey(context, { by: context.caller, id: apiKeyId })),
    }),
  }),
];
