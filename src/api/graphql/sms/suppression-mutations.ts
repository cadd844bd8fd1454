import { addSuppressions } from '../../../operations/sms/suppressions/add-suppressions.js';
import { liftSuppression } from '../../../operations/sms/suppressions/lift-suppression.js';
import type { ResolverContext } from '../kernel/context.js';
import { AddSuppressionsInput, LiftSuppressionInput } from '../kernel/inputs.js';
import { list, mutation, object, replayed } from '../kernel/mutation.js';
import { Suppression, toSuppression } from './suppression.js';

export const SUPPRESSION_MUTATIONS = [
  mutation({
    name: 'addSuppressions',
    description: 'From now on no message is sent to these numbers.',
    input: AddSuppressionsInput,
    takes: 'The numbers.',
    payload: {
      suppressions: list(
        () => Suppression,
        'In the order of the call. A number that was suppressed before keeps its entry.',
      ),
      replayed,
    },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await addSuppressions(context, input);
      return { suppressions: result.map(toSuppression), replayed };
    },
  }),
  mutation({
    name: 'liftSuppression',
    description: 'Allows messages to a number again.',
    input: LiftSuppressionInput,
    takes: 'The suppression.',
    payload: { suppression: object(() => Suppression, 'What was lifted.') },
    resolve: async (context: ResolverContext, input) => ({
      suppression: toSuppression(await liftSuppression(context, input)),
    }),
  }),
];
