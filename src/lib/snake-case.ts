/** `retentionDays` becomes `retention_days`: GraphQL uses camel case, everything else in public snake case. */
export function snakeCase(word: string): string {
  return word.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `my-chat` becomes `MyChat`, and `chat_message.sent` becomes `ChatMessageSent`. */
export const pascalCase = (words: string) => words.split(/[-_.]/).map(capitalised).join('');
