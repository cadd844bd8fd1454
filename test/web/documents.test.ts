import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';

const GENERATED = 'web/console/generated';
const manifest = JSON.parse(readFileSync(join(GENERATED, 'documents.json'), 'utf8')) as Record<string, string>;

describe('the documents of the console', () => {
  it('are generated from its .graphql files: npm run schema', () => {
    const folder = mkdtempSync(join(tmpdir(), 'postrider-documents-'));
    execFileSync('node_modules/.bin/node', ['web/console/generate.ts', folder]);
    for (const name of ['documents.ts', 'documents.json']) {
      expect(readFileSync(join(GENERATED, name), 'utf8')).toBe(readFileSync(join(folder, name), 'utf8'));
    }
    rmSync(folder, { recursive: true });
  });

  it.each(Object.values(manifest).map((text) => [/\w+ (\w+)/.exec(text)?.[1], text]))(
    'fit the schema: %s',
    (_name, text) => {
      expect(validate(buildPostriderSchema(), parse(text as string))).toEqual([]);
    },
  );
});
