import { z } from 'zod';

/** The offsets of the values in a JSON text, by paths such as `gateways[0].options`. */
export interface JsonPlaces {
  readonly offsets: ReadonlyMap<string, number>;
  /** The offset of the first syntax error; null if the text is JSON. */
  readonly faultAt: number | null;
}

/** A string, a sign, or a run of other characters. A lone quote starts an unterminated string. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:"]|[^ \t\r\n{}[\],:"]+/g;

/** Own parser: the messages of JSON.parse have no offset for some errors, and quote the text, which holds secrets. */
export function readPlaces(text: string): JsonPlaces {
  const tokens = [...text.matchAll(TOKEN)];
  const offsets = new Map<string, number>();
  let at = 0;
  const takes = (sign: string) => tokens[at]?.[0] === sign && at++ >= 0;
  const scalar = (): unknown => {
    try {
      const read: unknown = JSON.parse(tokens[at]?.[0] ?? '');
      at += 1;
      return read;
    } catch {
      return undefined;
    }
  };
  const items = (end: string, item: (index: number) => boolean): boolean => {
    if (takes(end)) return true;
    for (let index = 0; item(index); index += 1) {
      if (takes(end)) return true;
      if (!takes(',')) return false;
    }
    return false;
  };
  const member = (path: readonly PropertyKey[]): boolean => {
    const key = tokens[at]?.[0].startsWith('"') ? scalar() : undefined;
    return typeof key === 'string' && takes(':') && value([...path, key]);
  };
  const value = (path: readonly PropertyKey[]): boolean => {
    offsets.set(z.core.toDotPath(path), tokens[at]?.index ?? text.length);
    if (takes('{')) return items('}', () => member(path));
    if (takes('[')) return items(']', (index) => value([...path, index]));
    return scalar() !== undefined;
  };
  const isJson = value([]) && at === tokens.length;
  return { offsets, faultAt: isJson ? null : (tokens[at]?.index ?? text.length) };
}

export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
