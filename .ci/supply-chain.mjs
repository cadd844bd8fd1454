/**
 * Checks the licence of every package that the program is shipped with (`dependencies` of package.json and all that
 * these depend on), and the advisories about them.
 *
 *   node .ci/supply-chain.mjs [FOLDER]    with a folder, it gets sbom.cdx.json (CycloneDX) and licences.csv
 *
 * Ends with 1 for a licence that is not in the list, or an advisory of a severity that matters without a written
 * exception. If the registry cannot be asked, the script says so and does not fail.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { billOfMaterials } from '../tools/bill-of-materials.js';

/** Each lets what is built with it be given away under Apache-2.0, and asks for no more than to be named. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Packages whose own word for their licence does not fit the list, with the reason for which they may stay. */
const LICENCE_EXCEPTIONS = {
  argparse: 'PSF-2.0. Only the command of markdown-it uses it, and GraphiQL contains markdown-it without its command.',
};

const SEVERITIES_THAT_FAIL = new Set(['high', 'critical']);
/** Advisories, by number or GHSA id, that do not concern us, with the reason. */
const ADVISORY_EXCEPTIONS = {};

const root = resolve(import.meta.dirname, '..');
const folder = process.argv[2] && resolve(process.argv[2]);
const faults = [];
const say = (line) => void process.stdout.write(`supply chain: ${line}\n`);

const bill = billOfMaterials();
const shipped = bill.components.map(({ group, name, version, licenses = [] }) => ({
  name: group ? `${group}/${name}` : name,
  version,
  licence: licenses.map(({ expression, license }) => expression ?? license.id ?? license.name).join(' AND '),
}));
checkLicences();
checkAdvisories();
if (folder) writeDown();
for (const fault of faults) say(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/** `(MIT OR GPL-3.0)`: one must be allowed; `(MIT AND BSD-3-Clause)`: all. */
function isAllowed(licence) {
  const choices = licence.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}

function checkLicences() {
  let outside = 0;
  for (const { name, version, licence } of shipped) {
    if (name in LICENCE_EXCEPTIONS || isAllowed(licence)) continue;
    outside += 1;
    faults.push(`${name} ${version} is under "${licence || 'no licence at all'}", which is not in the list`);
  }
  for (const name of Object.keys(LICENCE_EXCEPTIONS)) {
    if (!shipped.some((one) => one.name === name)) faults.push(`${name} has an exception and is not there any more`);
  }
  say(`${shipped.length} packages are shipped, ${outside} under a licence that is not in the list`);
}

function checkAdvisories() {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const report = readReport(spawnSync('npm', ['audit', '--omit', 'dev', '--json'], options).stdout);
  if (!report) return say('the registry could not be asked for known faults');
  const known = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one === 'object'),
  );
  const found = known.filter((one) => SEVERITIES_THAT_FAIL.has(one.severity) && !isExcepted(one));
  for (const { name, title, severity, url } of found) faults.push(`${name}: ${title} (${severity}, ${url})`);
  say(`${known.length} known faults, ${found.length} of them matter`);
}

function readReport(text) {
  try {
    const report = JSON.parse(text);
    return report.vulnerabilities ? report : null;
  } catch {
    return null;
  }
}

function isExcepted({ source, url }) {
  return [String(source), String(url).split('/').at(-1)].some((id) => id in ADVISORY_EXCEPTIONS);
}

function writeDown() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  const lines = shipped.map(({ name, version, licence }) => `${name},${version},"${licence}"`);
  writeFileSync(join(folder, 'licences.csv'), `${['name,version,licence', ...new Set(lines)].join('\n')}\n`);
}
