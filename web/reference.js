/** Builds the libraries of the API references: GraphiQL with React and Monaco, Scalar, and the licences of all. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** Their packages are imported only here, because most builds need none of them. */
export async function buildReference(target) {
  await buildGraphiQL(target);
  await extractScalar(target);
  addNotices(join(target, LICENCES));
}

const LICENCES = 'LICENCES.md';

async function buildGraphiQL(target) {
  const { build } = await import('vite');
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: target,
      emptyOutDir: true,
      cssCodeSplit: false,
      license: { fileName: LICENCES },
      // Monaco is large by nature.
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: {
        input: 'graphiql/graphiql.js',
        preserveEntrySignatures: 'strict',
        output: fileNames(),
        // React's hint for servers that render pages; a browser ignores it.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      },
    },
    worker: { format: 'es', rolldownOptions: { output: fileNames() } },
  });
}

/**
 * Only the page asks for files by name. The others have hashes: each worker is a build of its own with chunks of the
 * same names.
 */
function fileNames() {
  const hashed = 'graphiql/[name]-[hash][extname]';
  return {
    entryFileNames: ({ name }) => `graphiql/${name === 'graphiql' ? name : `${name}-[hash]`}.js`,
    chunkFileNames: 'graphiql/[name]-[hash].js',
    assetFileNames: ({ names: [name] }) => (name === 'style.css' ? `graphiql/${name}` : hashed),
  };
}

/** The package contains its browser script as text in a Fastify plugin, so the plugin is asked for it. */
async function extractScalar(target) {
  const { fastify } = await import('fastify');
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const holder = fastify();
  await holder.register(plugin, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { statusCode, body } = await holder.inject('/docs/js/scalar.js');
  await holder.close();
  if (statusCode !== 200) throw new Error('The package @scalar/fastify-api-reference does not contain its script.');
  mkdirSync(join(target, 'scalar'));
  writeFileSync(join(target, 'scalar/scalar.js'), body.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
}

/** Vite writes down the licences of the packages that it bundles, but not what these packages contain of others. */
function addNotices(licences) {
  for (const file of ['@scalar/fastify-api-reference/LICENSE', 'monaco-editor/ThirdPartyNotices.txt']) {
    const text = readFileSync(join(ROOT, 'node_modules', file), 'utf8');
    appendFileSync(licences, `\n---\n\n## ${file}\n\n${text}`);
  }
}
