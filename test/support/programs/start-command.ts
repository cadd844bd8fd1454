import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What `npm run postrider` gives to Node in this folder: the settings that stand in its package.json, and the built
 * program.
 */
export function startCommand(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { postrider: string };
  };
  return scripts.postrider.split(' ').slice(1);
}
