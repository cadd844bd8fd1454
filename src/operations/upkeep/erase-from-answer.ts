import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { type NamingAnswer, rewriteAnswer } from '../../db/sql/upkeep/erasure.js';

/** Columns of a stored message that may hold personal data. */
const PERSONAL = ['body', 'metadata', 'reference', 'url', 'filename'];

/**
 * Erases a number from the stored answer to a call. The answer stays, so that a repeated call sends nothing again,
 * unless the caller has made the number part of the key.
 */
export async function eraseFromAnswer(tx: OrganisationTx, answer: NamingAnswer, number: RegExp): Promise<void> {
  const result = answer.in_key ? null : withoutNumber(answer.result, number);
  await rewriteAnswer(tx, answer, result);
}

type Row = Record<string, unknown>;

/**
 * A list loses the rows that name the number; a row loses what names it, and, if it is a message to the number, its
 * text.
 */
function withoutNumber(result: object, number: RegExp): object {
  const names = (value: unknown) => number.test(JSON.stringify(value) ?? '');
  if (Array.isArray(result)) return result.filter((row) => !names(row));
  const row = result as Row;
  const isToNumber = names(row.mobile) || names(row.recipient);
  const entries = Object.entries(row).map(([name, value]) => {
    if (name === 'id' || !(names(value) || (isToNumber && PERSONAL.includes(name)))) return [name, value];
    // A chat message always has an id of the engine.
    return [name, name === 'message_id' ? row.id : null];
  });
  return Object.fromEntries(entries);
}
