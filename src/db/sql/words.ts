/** The words of a set, for `IN (…)` in a statement: a set of the vocabulary then has the same words in SQL. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
