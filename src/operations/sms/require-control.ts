import type { RowOf } from '../../db/tables.js';
import type { Caller } from '../../domain/context.js';
import { PostriderError } from '../../domain/errors.js';
import { mayUseSender } from '../../domain/people/api-key.js';

/**
 * Test keys may only change what is in the sandbox, and restricted keys what was sent as one of their sender IDs.
 * Callers look the row up first: `not_found` takes precedence.
 */
export function requireControl(
  caller: Pick<Caller, 'mode' | 'senderIds'>,
  sent: RowOf<'campaigns', 'test' | 'sender_id'>,
): void {
  if (caller.mode === 'test' && !sent.test) throw new PostriderError('live_for_test_key');
  if (!mayUseSender(caller, sent.sender_id)) {
    throw new PostriderError('not_allowed_for_key', 'The API key may not change what was sent as another sender.');
  }
}
