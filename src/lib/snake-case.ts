/** `retentionDays` becomes `retention_days`: GraphQL uses camel case, everything else in public snake case. */
export function snakeCase(word: string): string {
  return word.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `my-chat` becomes `MyChat`, and `chat_message.sent` becomes `ChatMessageSent`. */
export const pascalCase = (words: string) => words.split(/[-_.]/).map(capitalised).join('');

/** By word: the names of columns, so there are few. */
const camelCases = new Map<string, string>();

/** `retention_days` becomes `retentionDays`. */
export function camelCase(word: string): string {
  const known = camelCases.get(word);
  if (known !== undefined) return known;
  const name = word.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  camelCases.set(word, name);
  return name;
}

export type CamelCase<Word extends string> = Word extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Word;

/** A row under the names of GraphQL. */
export type CamelCased<Row> = { [Column in keyof Row as CamelCase<Column & string>]: Row[Column] };

/** Lists call it for every row: through `Object.entries` it takes five times as long. */
export function camelCased<Row extends object>(row: Row): CamelCased<Row> {
  const fields: Record<string, unknown> = {};
  for (const column of Object.keys(row)) fields[camelCase(column)] = row[column as keyof Row];
  return fields as CamelCased<Row>;
}
