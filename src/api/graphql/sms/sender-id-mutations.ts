import { createSenderId } from '../../../operations/sms/senders/create-sender-id.js';
import { deleteSenderId } from '../../../operations/sms/senders/delete-sender-id.js';
import type { ResolverContext } from '../kernel/context.js';
import { idInput, mutation, object, replayed } from '../kernel/mutation.js';
import { CreateSenderIdInput, SenderId, toSenderId } from './sender-id.js';

/** None of them approves a sender ID: the operator does that at the command line. */
export const SENDER_ID_MUTATIONS = [
  mutation({
    name: 'createSenderId',
    description: 'Registers a sender ID, which waits for the approval of the operator of the installation.',
    input: CreateSenderIdInput,
    takes: 'The sender ID.',
    payload: { senderId: object(() => SenderId, 'The sender ID, which waits for approval.'), replayed },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await createSenderId(context, input);
      return { senderId: toSenderId(result), replayed };
    },
  }),
  mutation({
    name: 'deleteSenderId',
    description:
      'Takes a sender ID away. What was accepted under it still leaves under it. To change its countries, delete it and ' +
      'create it again.',
    input: idInput('DeleteSenderIdInput', 'Which sender ID to delete.', 'senderIdId', 'The `id` of its entry.'),
    takes: 'The sender ID.',
    payload: { senderId: object(() => SenderId, 'The sender ID as it was.') },
    resolve: async (context: ResolverContext, input) => ({
      senderId: toSenderId(await deleteSenderId(context, input)),
    }),
  }),
];
