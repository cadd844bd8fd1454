import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';

const manifest = JSON.parse(readFileSync('web/console/generated/documents.json', 'utf8')) as Record<string, string>;

describe('the documents of the console', () => {
  it.each(Object.values(manifest).map((text) => [/\w+ (\w+)/.exec(text)?.[1], text]))(
    'fit the schema: %s',
    (_name, text) => {
      expect(validate(buildPostriderSchema(), parse(text as string))).toEqual([]);
    },
  );
});
