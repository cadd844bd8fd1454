import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Sent {
  /** Whose rows it may see: `organisation`, `everybody`, `people` or `none`. */
  readonly sees: string;
  /** On one line. */
  readonly text: string;
}

const golden = readFileSync(resolve(import.meta.dirname, '../../golden/recorded/sql.golden.txt'), 'utf8');

/** Every statement that the program sends to one PostgreSQL. */
export const SENT: readonly Sent[] = golden
  .split(/^-- /m)
  .slice(1)
  .map((block) => {
    const [sees = '', ...lines] = block.split('\n');
    return { sees, text: lines.join(' ').replace(/\s+/g, ' ').trim() };
  });

/**
 * The beginnings of these statements among those that are known, or the whole text of one that is not. Each once, in
 * order.
 */
export function beginningsOf(statements: readonly Sent[], known: readonly string[]): string[] {
  const found = statements.map(({ text }) => known.find((beginning) => text.startsWith(beginning)) ?? text);
  return [...new Set(found)].sort();
}
