/**
 * Prints what CHANGELOG.md says about a version: `node tools/release-notes.js v0.2.0`. Refuses a tag that is not the
 * version of both packages, and a version without a section, so that a release is what its name says.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

const [tag] = process.argv.slice(2);
const problem = problemOf(tag) ?? (notesOf(tag) ? undefined : `CHANGELOG.md has no section "## ${tag.slice(1)}".`);
if (problem) process.stderr.write(`${problem}\n`);
else process.stdout.write(`${notesOf(tag)}\n`);
process.exitCode = problem ? 1 : 0;

function problemOf(tag) {
  for (const path of ['package.json', 'packages/client/package.json']) {
    const { version } = JSON.parse(read(path));
    if (tag !== `v${version}`) return `The tag is ${tag}, and the version in ${path} is ${version}.`;
  }
}

function notesOf(tag) {
  const section = read('CHANGELOG.md')
    .split(/^(?=## )/m)
    .find((part) => part.startsWith(`## ${tag.slice(1)}\n`));
  return section?.slice(section.indexOf('\n')).trim();
}
