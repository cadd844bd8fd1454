/** Pieces of TypeScript, for types from OpenAPI and from GraphQL alike. */

export const HEAD = '// Written by `npm run schema`. Do not edit.\n';

export function comment(description: string | null | undefined, indent = ''): string {
  if (!description) return '';
  const lines = description.trim().replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

export const quoted = (word: unknown) => (typeof word === 'string' ? `'${word.replaceAll("'", "\\'")}'` : String(word));

/** Editors offer the values; one that a later version of the server adds is no error of types. */
export function openUnion(values: readonly (string | number)[]): string {
  const kind = typeof values[0] === 'number' ? 'number' : 'string';
  return `${closedUnion(values)} | (${kind} & {})`;
}

export const closedUnion = (values: readonly unknown[]) => values.map(quoted).join(' | ');

export const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
