import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from '@swc/core';

/** A statement as it is compared: on one line, without comments, its parameters numbered as they appear. */
export function normaliseStatement(text: string): string {
  const plain = text.replace(/--[^\n]*/g, '').replace(UUID, '');
  const numbers = new Map<string, number>();
  const numbered = plain.replace(/\$\d+/g, (parameter) => {
    const number = numbers.get(parameter) ?? numbers.size + 1;
    numbers.set(parameter, number);
    return `$${number}`;
  });
  return numbered.replace(/\s+/g, ' ').trim();
}

/** The id in the setting of a transaction. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const LINES =
  /(?<! AS| inner| epoch| DISTINCT| CROSS| LEFT| INNER)\s(?=(?:FROM|WHERE|SET|VALUES|ORDER BY|GROUP BY|RETURNING|UNION ALL|ON CONFLICT|(?:LEFT |CROSS |INNER )?JOIN)\b)/gi;

const WIDTH = 120;

/** What is longer than a line stands on several, for those who read a difference. */
export function layOut(statement: string): string {
  if (statement.length <= WIDTH) return statement;
  return statement.replace(/\), (?=\w+ AS \()/g, '),\n').replace(LINES, '\n  ');
}

const ROOT = join(import.meta.dirname, '../..');
const SQL =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|FROM|WHERE|SET|ORDER BY|AND|SAVEPOINT|LOCK TABLE)\s|[=<>] [$?:]/;
/** What these send is no part of what the program does while it runs. */
const ELSEWHERE = [
  'db/citus',
  'db/migrations',
  'db/entities',
  'db/embedded',
  'db/embedded.ts',
  'cli/doctor/examine-citus.ts',
  'cli/database/probe-database.ts',
];

/** Every piece of SQL in the sources, without what is put in between, by the file that it stands in. */
export function piecesInSources(): Map<string, string> {
  const source = join(ROOT, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !ELSEWHERE.some((prefix) => file.startsWith(prefix)),
  );
  const pieces = new Map<string, string>();
  for (const file of files.sort()) {
    const path = join(source, file);
    const tree = parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', decorators: true });
    for (const text of textsIn(tree)) {
      if (SQL.test(text)) pieces.set(comparable(text), relative(ROOT, path));
    }
  }
  return pieces;
}

/** Without the names and numbers of parameters: the numbers depend on what stands before a piece. */
export function comparable(text: string): string {
  return normaliseStatement(text).replace(/\$\d+|\?|(?<!:):[a-z]\w*/gi, '$');
}

interface Node {
  readonly type?: string;
  readonly cooked?: string;
  readonly value?: unknown;
}

function textsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, cooked, value } = node as Node;
  if (type === 'TemplateElement') return [cooked ?? ''];
  if (type === 'StringLiteral') return [String(value)];
  return Object.values(node).flatMap(textsIn);
}
