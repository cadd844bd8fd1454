/**
 * What this program is made of, checked: the licence of every package that it is shipped with, a bill of materials that
 * lacks none of them, and what is known against them.
 *
 *   node .ci/supply-chain.mjs [FOLDER]    with a folder, it gets sbom.cdx.json (CycloneDX) and licences.csv
 *
 * Ends with 1 for a licence that is not in the list, an incomplete bill, or a known fault of a severity that matters
 * without a written exception. A registry that cannot be asked is said, and fails nothing: it is not always there.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

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

/** Packages that web/build.js puts into dist: they are shipped, with all that they depend on. */
const BUILT_IN = [
  '@apollo/server',
  '@as-integrations/fastify',
  '@graphiql/toolkit',
  '@mikro-orm/core',
  '@mikro-orm/migrations',
  '@mikro-orm/postgresql',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@scalar/fastify-api-reference',
  'commander',
  'fastify',
  'graphiql',
  'graphql',
  'graphql-jit',
  'graphql-scalars',
  'graphql-ws',
  'ipaddr.js',
  'kysely',
  'libphonenumber-js',
  'negotiator',
  'nodemailer',
  'pg',
  'pg-boss',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'react',
  'react-dom',
  'reflect-metadata',
  // MikroORM imports it where it is installed.
  'tinyglobby',
  'type-graphql',
  'undici',
  'uplot',
  'uqr',
  'urql',
  'wonka',
  'wouter',
  'ws',
  'zod',
];

const root = resolve(import.meta.dirname, '..');
const folder = process.argv[2] && resolve(process.argv[2]);
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const faults = [];
const say = (line) => void process.stdout.write(`supply chain: ${line}\n`);

const shipped = shippedPackages();
checkLicences(shipped);
const bill = makeBill(shipped);
checkBill(bill, shipped);
checkAdvisories();
if (folder) writeDown(bill, shipped);
for (const fault of faults) say(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/** As the lockfile has them, also those for other machines than this one. */
function shippedPackages() {
  const locked = read('package-lock.json').packages;
  const builtIn = reachableFrom(BUILT_IN, locked);
  return Object.entries(locked).flatMap(([path, { version, license, dev, link, optional = false }]) => {
    if (!path.includes('node_modules/') || link || (dev && !builtIn.has(path))) return [];
    return [{ name: nameAt(path), version, license, optional }];
  });
}

function nameAt(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The paths of these packages, and of all that they depend on. */
function reachableFrom(names, locked) {
  const found = new Set();
  const visit = (name, from) => {
    const path = placeOf(name, from, locked);
    if (!path || found.has(path)) return;
    found.add(path);
    const { dependencies, peerDependencies, optionalDependencies } = locked[path];
    for (const next of Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }))
      visit(next, path);
  };
  for (const name of names) visit(name, '');
  return found;
}

/** Node looks beside the package that asks, then in each folder above it. */
function placeOf(name, from, locked) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (path in locked) return path;
    if (!folder) return undefined;
  }
}

/** `(MIT OR GPL-3.0)`: one must be allowed; `(MIT AND BSD-3-Clause)`: all. */
function isAllowed(licence) {
  const choices = licence.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}

function checkLicences(packages) {
  let outside = 0;
  for (const { name, version, license } of packages) {
    if (name in LICENCE_EXCEPTIONS || isAllowed(license ?? '')) continue;
    outside += 1;
    faults.push(`${name} ${version} is under "${license ?? 'no licence at all'}", which is not in the list`);
  }
  for (const name of Object.keys(LICENCE_EXCEPTIONS)) {
    if (!packages.some((one) => one.name === name)) faults.push(`${name} has an exception and is not there any more`);
  }
  say(`${packages.length} packages are shipped, ${outside} under a licence that is not in the list`);
}

function runNpm(...words) {
  const { stdout, error } = spawnSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (error) throw error;
  return stdout;
}

/** Of everything, and then without what is not shipped: `--omit dev` also leaves out what we and a tool of ours both use. */
function makeBill(packages) {
  const made = JSON.parse(runNpm('sbom', '--sbom-format', 'cyclonedx'));
  const wanted = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  // npm names it after the folder that it lies in.
  const component = { ...made.metadata.component, name: read('package.json').name };
  const components = made.components.filter((one) => wanted.has(nameOf(one)));
  const kept = new Set([component, ...components].map((one) => one['bom-ref']));
  const dependencies = made.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
  return { ...made, metadata: { ...made.metadata, component }, components, dependencies };
}

function nameOf({ name, group, version }) {
  return `${group ? `${group}/` : ''}${name}@${version}`;
}

function checkBill({ components }, packages) {
  const listed = new Set(components.map(nameOf));
  // What is for other machines is not installed, so npm cannot list it.
  const missing = packages.filter(({ name, version, optional }) => !optional && !listed.has(`${name}@${version}`));
  for (const { name, version } of missing) faults.push(`the bill of materials lacks ${name} ${version}`);
  say(`the bill of materials has ${components.length} components and lacks ${missing.length}`);
}

function checkAdvisories() {
  const report = readReport(runNpm('audit', '--json'));
  if (!report) return say('the registry could not be asked for known faults');
  const names = new Set(shipped.map(({ name }) => name));
  const known = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via.filter((one) => typeof one === 'object'))
    .filter(({ name }) => names.has(name));
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

function writeDown(made, packages) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(made, null, 2)}\n`);
  const lines = packages.map(({ name, version, license }) => `${name},${version},"${license}"`);
  writeFileSync(join(folder, 'licences.csv'), `${['name,version,licence', ...new Set(lines)].join('\n')}\n`);
}
