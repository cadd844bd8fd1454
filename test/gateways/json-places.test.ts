import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineAndColumn, readPlaces } from '../../src/gateways/configure/json-places.js';

const TEXT = `{
  "gateways": [
    { "name": "a", "options": { "text": "{ \\"not\\": [1, 2" } },
    {
      "name": "b"
    }
  ],
  "routes": [], "odd-key": { "a.b": null }
}`;

function lineOf(path: string): number | undefined {
  const offset = readPlaces(TEXT).offsets.get(path);
  return offset === undefined ? undefined : lineAndColumn(TEXT, offset).line;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function faultOf(text: string): string | null {
  const { faultAt } = readPlaces(text);
  if (faultAt === null) return null;
  const { line, column } = lineAndColumn(text, faultAt);
  return `${line}:${column}`;
}

describe('places in a JSON text', () => {
  it.each([
    ['', 1],
    ['gateways', 2],
    ['gateways[0].options.text', 3],
    ['gateways[1]', 4],
    ['gateways[1].name', 5],
    ['routes', 8],
    ['["odd-key"]["a.b"]', 8],
    ['gateways[2]', undefined],
  ])('"%s" is on line %p', (path, line) => {
    expect(lineOf(path)).toBe(line);
  });

  it.each([
    ['{"a": 1,\n "b": 2,\n}', '3:1'],
    ['{"a": 1\n "b": 2}', '2:2'],
    ['{"a": "b,\n "c": 2}', '1:7'],
    ['{"a": "b', '1:7'],
    ['{\n  a: 1}', '2:3'],
    ["{'a': 1}", '1:2'],
    ['[1, 2', '1:6'],
    ['[1] 2', '1:5'],
    ['[01]', '1:2'],
    ['[tru]', '1:2'],
    ['[1,, 2]', '1:4'],
    ['{"a" 1}', '1:6'],
    ['{1: 2}', '1:2'],
    ['// text\n{}', '1:1'],
    ['[\u00a01]', '1:2'],
    ['', '1:1'],
  ])('%j is no JSON from %s on', (text, place) => {
    expect(faultOf(text)).toBe(place);
  });

  it('agrees with JSON.parse on every text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '"a"',
      '1',
      '-',
      'null',
      ' ',
      '\n',
      '\t',
      'e5',
    );
    const pieces = fc.array(piece, { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(fc.property(fc.oneof(pieces, fc.json()), (text) => (faultOf(text) === null) === isJson(text)));
  });
});
