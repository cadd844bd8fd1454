import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startJournalGateway } from '../support/gateways/start-journal-gateway.js';
import { inDist } from '../support/programs/from-dist.js';

const ROOT = resolve(import.meta.dirname, '../..');
const FROM_DIST = /fromDist<typeof import\('[./]+\/src\/(?<type>[^']+)'\)>\(\s*'(?<path>[^']+)'/g;

/**
 * Jest finds `./other.js` in `other.ts` and plain Node does not, so a wrong import in these programs passes the checks
 * of types and every other quick test.
 */
describe('A program that plain Node runs from test/', () => {
  it.each([
    ['bench/run.ts', ['--only', 'nothing'], 'There is no bench "nothing"'],
    ['trouble/run.ts', ['nothing'], 'Which one? There are: '],
  ])('finds all that %s imports', (program, args, refusal) => {
    const { stderr } = spawnSync(process.execPath, [join(ROOT, 'test', program), ...args], { encoding: 'utf8' });
    expect(stderr).toContain(refusal);
  });

  it('starts as a journal gateway', async () => {
    const gateway = await startJournalGateway();
    await gateway.stop();
    expect(gateway.url).toMatch(/^http:/);
  });

  it('takes out of dist the module whose type it names', () => {
    const wrong = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(ROOT, 'test', file), 'utf8').matchAll(FROM_DIST)])
      .map(({ groups }) => [groups?.path, groups?.type])
      .filter(([path, type]) => path !== type || !existsSync(inDist(String(path))));
    expect(wrong).toEqual([]);
  });
});
