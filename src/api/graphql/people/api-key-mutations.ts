import { LIMITS } from '../../../domain/limits.js';
import { createApiKey, revokeApiKey, rotateApiKey } from '../../../operations/people/api-keys.js';
import type { ResolverContext } from '../kernel/context.js';
import { idInput, mutation, object, text } from '../kernel/mutation.js';
import { ApiKey, CreateApiKeyInput, RotateApiKeyInput, toApiKey } from './api-key.js';

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
