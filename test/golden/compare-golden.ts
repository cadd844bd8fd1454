import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { printValue } from './print-value.js';

const FOLDER = join(import.meta.dirname, 'recorded');
const HOW_TO_UPDATE = 'Run `npm run golden`, and read the difference before you commit it.';

/**
 * Compares with the committed file `<name>.golden.txt` (texts) or `<name>.golden.json` (everything else), or writes it
 * with UPDATE_GOLDEN=1. The caller normalises first, each case by itself.
 */
export async function compareGolden(name: string, actual: unknown): Promise<void> {
  const isText = typeof actual === 'string';
  const text = isText ? actual : `${printValue(actual).join('\n')}\n`;
  const path = join(FOLDER, `${name}.golden.${isText ? 'txt' : 'json'}`);
  if (process.env.UPDATE_GOLDEN === '1') {
    await writeFile(path, text);
    return;
  }
  if (!existsSync(path)) throw new Error(`There is no ${path}. ${HOW_TO_UPDATE}`);
  const golden = await readFile(path, 'utf8');
  if (text === golden) return;
  try {
    expect(text).toBe(golden);
  } catch (difference) {
    throw new Error(`${path} says something else. ${HOW_TO_UPDATE}\n${(difference as Error).message}`);
  }
}
