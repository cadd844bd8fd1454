import { Field, InputType } from 'type-graphql';
import { eraseNumber } from '../../../operations/plumbing/erase-number.js';
import type { ResolverContext } from '../kernel/context.js';
import { count, flag, mutation } from '../kernel/mutation.js';
import { PhoneNumber } from '../kernel/scalars.js';

@InputType({ description: 'The input of `eraseNumber`.' })
class EraseNumberInput {
  @Field(() => PhoneNumber, { description: 'The number of the person.' })
  mobile!: string;
}

export const ERASURE_MUTATIONS = [
  mutation({
    name: 'eraseNumber',
    description:
      'Erases what the organisation has about a number: texts, numbers, references and metadata of SMS and chat messages, labels of ' +
      'campaigns that contain it, words of gateways, and stored answers. Messages that no gateway has got are cancelled first. ' +
      'States, codes and counts stay. Suppressions hold on without the number. The call may be repeated.',
    input: EraseNumberInput,
    payload: {
      messages: count('The number of SMS that this call has erased.'),
      chatMessages: count('The number of chat messages that this call has erased.'),
      cancelled: count('The number of SMS that were cancelled, because no gateway had got them.'),
      pending: count(
        'The number of messages that a gateway or a phone has: SMS are erased within an hour of their end, which a report tells.',
      ),
      complete: flag('False if there is more to erase than one call does: call again.'),
    },
    resolve: (context: ResolverContext, input) => eraseNumber(context, input),
  }),
];
