/** `retentionDays` is `retention_days` wherever names leave us other than by GraphQL. */
export function snakeCase(word: string): string {
  return word.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
