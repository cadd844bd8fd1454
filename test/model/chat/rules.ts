/** What keeps the promises. A control takes rules out, and the model must then find what goes wrong. */
export const CHAT_RULES = {
  keyWithMessage: 'the key is stored in the transaction of its message',
  doubtsKeepKey: 'a key stays with a message in doubt',
  failuresKeepKey: 'a key stays with a message that the engine took and reported as failed',
  failureReplacesAnswer: 'a failure that is settled again takes the stored answer back',
  lateLeavesKey: 'a late settlement leaves the key of a later call alone',
  lostIsUnknown: 'a message whose answer is lost does not fail',
  settlesPending: 'a settlement changes only the status of a pending message',
  leaveErased: 'a late settlement leaves erased messages settled, and without the id of the engine',
  hangingAreJudged: 'a message of a dead process becomes in doubt',
  leaseBeforeDoubt: 'a message that hangs becomes in doubt when the lease of its hand-over has ended',
  acksOnlyRaise: 'acks only raise the rank of a status',
  acksWait: 'an ack that matches no message waits',
  doubtsFirst: 'messages in doubt are read before messages with known ids',
  namedAreKnown: 'a message that an ack names is not matched by its chat as well',
  oneUnsettled: 'an ack is matched by its chat only if one message there is unsettled',
  acksBindId: 'an ack leaves a message that was settled under another id meanwhile',
} as const;

export type ChatRule = keyof typeof CHAT_RULES;
export type ChatRules = Readonly<Record<ChatRule, boolean>>;
