import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { editsOf, killerOf, type Mutant, mutate } from './mutant.js';
import { MUTANTS } from './mutants.js';

const ROOT = join(import.meta.dirname, '../..');
const AT_LEAST = 25;

describe('the mutants', () => {
  it('are at least 25, each with a name of its own', () => {
    const names = new Set(MUTANTS.map(({ name }) => name));
    expect(names.size).toBe(MUTANTS.length);
    expect(names.size).toBeGreaterThanOrEqual(AT_LEAST);
  });

  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
    '%s still changes the source, in one place for each edit, and names a test that exists',
    (_, mutant) => {
      const files = mutate(ROOT, mutant);
      expect(files.map(({ file }) => file)).toEqual([...new Set(editsOf(mutant).map(({ file }) => file))]);
      const { file, test } = killerOf(mutant);
      expect(existsSync(join(ROOT, file))).toBe(true);
      expect(test).not.toBe('');
      expect(readFileSync(join(ROOT, file), 'utf8')).toContain(test);
    },
  );

  it.each([
    ['is gone', 'there is no such text in it', '', 'is stale'],
    ['stands there twice', 'export', '', 'is stale'],
    ['is not changed', 'export function seal(', 'export function seal(', 'changes nothing'],
  ])('a mutant whose text %s is refused', (_, search, replace, complaint) => {
    const edit = { file: 'src/lib/sealed.ts', search, replace };
    const mutant: Mutant = { name: 'a-mutant', why: '', ...edit, killer: '' };
    expect(() => mutate(ROOT, mutant)).toThrow(complaint);
  });
});
