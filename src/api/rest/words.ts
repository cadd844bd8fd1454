/** GraphQL's enum values are upper case; REST and the database use lower case. */
export function lower<Word extends string>(word: Word): Lowercase<Word> {
  return word.toLowerCase() as Lowercase<Word>;
}

export function upper(word: string | undefined): string | undefined {
  return word?.toUpperCase();
}
