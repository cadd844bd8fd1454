const MOST_CHARACTERS = 200;

/**
 * Whether an id or a word that a gateway or an engine gave us can be kept: what PostgreSQL would refuse would stop
 * everything that is written with it.
 */
export function isStorable(word: string | undefined): boolean {
  return word === undefined || (word.length <= MOST_CHARACTERS && !word.includes('\0') && word.isWellFormed());
}
