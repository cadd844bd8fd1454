/**
 * The house rules that neither the compiler nor the linter knows: how wide a comment and how full a folder may be, and
 * how many files may name Citus. Then it prints how heavy the house is. These figures are for whoever reviews a change;
 * nothing judges them.
 */
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The formatter wraps code at this width, and leaves comments alone. */
const WIDEST = 120;
const COMMENT = /^\s*(\/\/|\/?\*)(?!.*biome-ignore)/;
const FULLEST = 25;
const SMALL = 25;
/** Users who need one PostgreSQL need not read what Citus needs. */
const NAMES_CITUS = /[cC]itus|[dD]istributed\b|\b(\w*R|r)eachable\b/;
const MOST_NAMING_CITUS = 15;
const IMPORT = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gms;

const files = execSync('git ls-files .ci docs packages src test tools web', { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));
const sources = files.filter((file) => /\.([cm]?js|tsx?|css)$/.test(file) && !file.includes('/generated/'));
const linesOf = (file) => readFileSync(file, 'utf8').split('\n');

const wide = sources.flatMap((file) =>
  linesOf(file).flatMap((line, place) => (line.length > WIDEST && COMMENT.test(line) ? [`${file}:${place + 1}`] : [])),
);

const inFolders = Map.groupBy(
  files.filter((file) => /^(src|web|test|tools|packages)\//.test(file)),
  dirname,
);
const full = [...inFolders]
  .filter(([, { length }]) => length > FULLEST)
  .map(([path, { length }]) => `${path}: ${length}`);

const namingCitus = sources.filter(
  (file) => /^src\/(?!db\/citus\/)/.test(file) && NAMES_CITUS.test(readFileSync(file, 'utf8')),
);

for (const [rule, broken] of [
  [`These comments are wider than ${WIDEST} columns:`, wide],
  [`These folders have more than ${FULLEST} files:`, full],
  [
    `More than ${MOST_NAMING_CITUS} files outside of src/db/citus name Citus:`,
    namingCitus.length > MOST_NAMING_CITUS ? namingCitus : [],
  ],
]) {
  if (broken.length === 0) continue;
  process.stderr.write(`${[rule, ...broken].join('\n')}\n`);
  process.exitCode = 1;
}

/** All files that this one loads when it runs, itself included. */
function loadedBy(file, loaded = new Set()) {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    loadedBy(join(dirname(file), path).replace(/\.js$/, '.ts'), loaded);
  }
  return loaded;
}

const lines = (folder) =>
  sources.filter((file) => file.startsWith(`${folder}/`)).reduce((sum, file) => sum + linesOf(file).length - 1, 0);
const small = sources.filter((file) => /^(src|web)\//.test(file) && linesOf(file).length - 1 < SMALL);

process.stdout.write(
  `Lines: src ${lines('src')}, web ${lines('web')}, test ${lines('test')}. ` +
    `Files of src and web with fewer than ${SMALL} lines: ${small.length}. ` +
    `Files that a turn of dispatch loads: ${loadedBy('src/operations/sms/dispatch/turn.ts').size}.\n`,
);
