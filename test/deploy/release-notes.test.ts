import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

function releaseNotes(tag: string) {
  return spawnSync(process.execPath, ['tools/release-notes.js', tag], { cwd: ROOT, encoding: 'utf8' });
}

describe('The notes of a release', () => {
  it('are the section of its version in the change log', () => {
    const { stdout, status } = releaseNotes(`v${version}`);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^### /);
    expect(stdout).not.toMatch(/^## /m);
    expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(stdout.trim());
  });

  it('are refused for a tag that is not the version', () => {
    const { stdout, stderr, status } = releaseNotes('v0.0.1');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`The tag is v0.0.1, and the version in package.json is ${version}.\n`);
  });
});
