import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const FILES = globSync(['web/console/**/*.css', 'web/design/{base,tokens}.css']);

/** The classes that a file gives a style of their own: rules that begin with the class and name nothing else. */
function classesOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^\.([a-z-]+)(?=[,:]| \{)/gm)].map(([, name]) => name as string);
}

describe('the styles of the console', () => {
  it('are of one file for each class, since every page loads all of them', () => {
    const owners = new Map<string, Set<string>>();
    for (const file of FILES) {
      for (const name of classesOf(file)) owners.set(name, (owners.get(name) ?? new Set()).add(file));
    }
    expect(owners.size).toBeGreaterThan(100);
    expect([...owners].filter(([, files]) => files.size > 1)).toEqual([]);
  });
});
