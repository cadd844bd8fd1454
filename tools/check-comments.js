/**
 * Finds comment lines wider than 120 columns. The formatter wraps code at that width, and leaves comments alone.
 */
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const WIDEST = 120;
const COMMENT = /^\s*(\/\/|\/?\*)(?!.*biome-ignore)/;

const files = execSync('git ls-files .ci docs packages src test tools web', { encoding: 'utf8' });
const wide = files
  .trim()
  .split('\n')
  .filter((file) => /\.([cm]?js|tsx?|css)$/.test(file) && !file.includes('/generated/'))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, place) => (line.length > WIDEST && COMMENT.test(line) ? [`${file}:${place + 1}`] : [])),
  );
if (wide.length > 0) {
  process.stderr.write(`These comments are wider than ${WIDEST} columns:\n${wide.join('\n')}\n`);
  process.exitCode = 1;
}
