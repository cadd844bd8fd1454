import type { Mutant } from './mutant.js';

/** Messages with `valid_until`. */
export const EXPIRY_MUTANTS: readonly Mutant[] = [
  {
    name: 'claim-ignores-expiry',
    why: 'A one-time code leaves after its time if the worker that ends expired messages is late.',
    file: 'src/db/sql/sms/dispatch/claim-messages.ts',
    search: 'WHEN m.valid_until <= now() THEN false\n',
    replace: 'WHEN false THEN false\n',
    killer:
      'test/operations/dispatch/valid-until.test.ts › is not claimed, and ends as cancelled because it has expired',
  },
  {
    name: 'hold-outlasts-expiry',
    why: 'A message that waits for credit stays held for three days although nothing may submit it any more.',
    file: 'src/operations/sms/dispatch/expire.ts',
    search: '[...CANCELLABLE, ...SUBMITTED]',
    replace: '[...SUBMITTED]',
    killer: 'test/operations/dispatch/valid-until.test.ts › ends when it expires, and not after three days',
  },
  {
    name: 'doubt-ignores-expiry',
    why: 'A message with at_least_once whose answer was lost ends as undelivered, and no error says that the recipient may have it.',
    file: 'src/operations/sms/dispatch/resolve.ts',
    search: ' && !has_expired;',
    replace: ' && has_expired !== undefined;',
    killer: 'test/operations/dispatch/valid-until.test.ts › is not sent again, and its outcome stays unknown',
  },
];
