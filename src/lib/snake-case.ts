/** `retentionDays` becomes `retention_days`: GraphQL uses camel case, everything else in public snake case. */
export function snakeCase(word: string): string {
  return word.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `my-chat` becomes `MyChat`, and `chat_message.sent` becomes `ChatMessageSent`. */
export const pascalCase = (words: string) => words.split(/[-_.]/).map(capitalised).join('');

/** `retention_days` becomes `retentionDays`. */
export const camelCase = (word: string) => word.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export type CamelCase<Word extends string> = Word extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Word;

/** A row under the names of GraphQL. */
export type CamelCased<Row> = { [Column in keyof Row as CamelCase<Column & string>]: Row[Column] };

const knownNames = new Map<string, string>();

export function camelCased<Row extends object>(row: Row): CamelCased<Row> {
  const fields: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const name = knownNames.get(column) ?? camelCase(column);
    knownNames.set(column, name);
    fields[name] = value;
  }
  return fields as CamelCased<Row>;
}
