import { Field, InputType } from 'type-graphql';
import { eraseNumber } from '../../../operations/upkeep/erase-number.js';
import type { ResolverContext } from '../kernel/context.js';
import { count, flag, mutation, text } from '../kernel/mutation.js';
import { PhoneNumber } from '../kernel/scalars.js';

@InputType({ description: 'The input of `eraseNumber`.' })
class EraseNumberInput {
  @Field(() => PhoneNumber, { description: 'The number of the person.' })
  mobile!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'That of an earlier call for the same number: the search among what was sent to others goes on from there.',
  })
  notSearched?: string | null;
}

export const ERASURE_MUTATIONS = [
  mutation({
    name: 'eraseNumber',
    description:
      'Erases what the organisation has about a number: texts, numbers, references and metadata of SMS and chat messages, what the ' +
      'person sent, labels of ' +
      'campaigns that contain it, words of gateways, and stored answers. Messages that no gateway has got are cancelled first. ' +
      'States, codes and counts stay. Suppressions hold on without the number. In references, metadata and names of what was sent to others ' +
      'the number is replaced by `[erased]`; texts to others that name it are counted and stay. The call may be repeated.',
    input: EraseNumberInput,
    payload: {
      messages: count('The number of SMS that this call has erased.'),
      chatMessages: count('The number of chat messages that this call has erased.'),
      received: count('The number of SMS from the number that this call has erased.'),
      cancelled: count('The number of SMS that were cancelled, because no gateway had got them.'),
      pending: count(
        'The number of messages that a gateway or a phone has: SMS are erased within an hour of their end, which a report tells.',
      ),
      masked: count(
        'The number of messages, campaigns and suppressions of others in whose references, metadata, names and reasons this call has ' +
          'replaced the number.',
      ),
      mentions: count(
        'The number of messages to and from others, campaigns and sender IDs that name the number still, in a text or beside ' +
          'other letters. ' +
          'A call with `notSearched` adds to the count of the call before.',
      ),
      notSearched: text(
        'Null if all was searched. Otherwise the call had no time for the rest: repeat it with this value.',
      ),
      complete: flag(
        'True if nothing names the number any more but what is `pending` with a gateway. False if there are `mentions`, if ' +
          '`notSearched` has a value, or if a chat message is just being sent, after which the call is to be repeated.',
      ),
    },
    resolve: (context: ResolverContext, input) => eraseNumber(context, input),
  }),
];
