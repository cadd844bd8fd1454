import { z } from 'zod';

/** Shared by the sandboxes for SMS and for chat. */

export const sandboxOptions = z.strictObject({
  delay_ms: z.number().int().min(0).max(600_000).optional(),
});

/** If a report came before its submission is settled, it would be parked, and each demonstration would show that. */
export const MIN_REPORT_DELAY_MS = 20;

/** Numbers that are not assigned: 1 202 555 and four digits. */
export const SANDBOX_BLOCK = '1202555';
const BLOCK_NUMBER_LENGTH = SANDBOX_BLOCK.length + 4;

/** The digits by which a number in the block chooses its outcome. */
export function outcomeDigits(to: string): string | null {
  const inBlock = to.length === BLOCK_NUMBER_LENGTH && to.startsWith(SANDBOX_BLOCK);
  return inBlock ? to.slice(SANDBOX_BLOCK.length) : null;
}
