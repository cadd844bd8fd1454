import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const tokens = new Map(
  [...readFileSync('web/design/tokens.css', 'utf8').matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name, light, dark]) => [name as string, { light: light as string, dark: dark as string }],
  ),
);

const TEXTS = ['text', 'quiet', 'accent', 'danger', 'warning', 'good'];
const GROUNDS = ['ground', 'surface', 'raised', 'sunken'];
const SHAPES = ['arrived', 'under-way', 'held', 'not-arrived', 'blocked', 'cancelled', 'edge'];
/** Text on a ground of its own colour. */
const PAIRS = [
  ['on-accent', 'accent'],
  ['accent', 'accent-soft'],
  ['danger', 'danger-soft'],
  ['warning', 'warning-soft'],
  ['good', 'good-soft'],
  ['text', 'danger-soft'],
  ['text', 'warning-soft'],
  ['text', 'accent-soft'],
  ['quiet', 'accent-soft'],
] as const;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function of(name: string, theme: 'light' | 'dark'): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`There is no colour ${name}.`);
  return token[theme];
}

describe.each(['light', 'dark'] as const)('the colours, %s', (theme) => {
  it.each([...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)), ...PAIRS])(
    'let people read %s on %s: 4.5 to 1',
    (text, ground) => {
      expect(contrast(of(text, theme), of(ground, theme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(SHAPES.map((shape) => [shape]))('let people see the shape of %s on cards: 3 to 1', (shape) => {
    expect(contrast(of(shape, theme), of('surface', theme))).toBeGreaterThanOrEqual(3);
  });
});

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
