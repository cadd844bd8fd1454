import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Mutants run in a copy whose folders of packages and builds are links. */
const INSTALLED = realpathSync(resolve(import.meta.dirname, '../../../node_modules'));
const ROOT = dirname(INSTALLED);
const FOLDER = join(ROOT, 'dist/test-packages');

/**
 * Jest compiles every module anew for every suite, and these packages have 1,300. Bundled into few files they save
 * three tenths of the processor time in which a suite loads, and a tenth of that of all suites.
 */
const PACKAGES = [
  '@apollo/server',
  '@apollo/server/plugin/disabled',
  '@as-integrations/fastify',
  '@mikro-orm/core',
  '@mikro-orm/migrations',
  '@mikro-orm/postgresql',
  'fastify',
  'graphql',
  'graphql-jit',
  'graphql-ws',
  'kysely',
  'pg',
  'pg-boss',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'type-graphql',
  'undici',
  'zod',
];

const fileOf = (name) => `${name.replaceAll(/[^a-z-]/g, '_')}.mjs`;

/**
 * The `resolver` of Jest: files of ours get the bundle of a package. A package gets what it depends on, and what is
 * installed for one folder of tests alone is none of ours.
 */
export function sync(request, options) {
  const found = options.defaultResolver(request, options);
  const isOurs = !options.basedir.includes('/node_modules/') && found.startsWith(INSTALLED);
  return isOurs && PACKAGES.includes(request) ? join(FOLDER, fileOf(request)) : found;
}

/** One build for all, so that packages share the modules of those that they import. */
export async function bundlePackages() {
  const from = hashOf('package-lock.json', 'vite.config.js', 'test/support/jest/packages.js');
  const stamp = join(FOLDER, '.built-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === from) return;
  const unfinished = mkdtempSync(join(ROOT, 'dist/unfinished-'));
  try {
    await build(unfinished);
    writeFileSync(join(unfinished, '.built-from'), from);
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(unfinished, FOLDER);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Outside of production GraphQL.js looks for a second copy of itself whenever it checks a type. */
const withoutCopyCheck = {
  name: 'without-copy-check',
  transform: {
    filter: { id: /graphql\/jsutils\/instanceOf\.js$/ },
    handler: (code) => code.replace('process.env.NODE_ENV', "'production'"),
  },
};

async function build(outDir) {
  const { build: buildWithVite } = await import('vite');
  const entries = join(outDir, 'entries');
  mkdirSync(entries);
  for (const name of PACKAGES) {
    // The exports of a CommonJS module have names in Node, but a bundle of it has a default alone.
    const names = Object.keys(await import(name)).filter((key) => key !== '__esModule' && key !== 'module.exports');
    writeFileSync(join(entries, fileOf(name)), `export { ${names.join(', ')} } from '${name}';\n`);
  }
  const files = PACKAGES.map(fileOf);
  await buildWithVite({
    configFile: join(ROOT, 'vite.config.js'),
    plugins: [withoutCopyCheck],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      sourcemap: false,
      license: false,
      rolldownOptions: {
        input: files.map((file) => join(entries, file)),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}

function hashOf(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}
