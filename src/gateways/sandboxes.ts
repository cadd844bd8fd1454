import { z } from 'zod';

/** What the sandboxes for SMS and for chat have in common. */

export const sandboxOptions = z.strictObject({
  delay_ms: z.number().int().min(0).max(600_000).optional(),
});

/** No report may overtake the settling of its own submission, else every demonstration would show parked reports. */
export const MIN_REPORT_DELAY_MS = 20;

/** A block of numbers that belongs to nobody: 1 202 555 and four digits. */
export const SANDBOX_BLOCK = '1202555';
const BLOCK_NUMBER_LENGTH = SANDBOX_BLOCK.length + 4;

/** The digits by which a number in the block chooses its outcome. */
export function outcomeDigits(to: string): string | null {
  const inBlock = to.length === BLOCK_NUMBER_LENGTH && to.startsWith(SANDBOX_BLOCK);
  return inBlock ? to.slice(SANDBOX_BLOCK.length) : null;
}
