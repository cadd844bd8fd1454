import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

/** A stack trace names the file and line of TypeScript, and the build of Vite begins with what that became. */
const typescriptMaps = {
  name: 'typescript-maps',
  load: {
    filter: { id: /\/dist\/modules\// },
    handler: (id) => ({ code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') }),
  },
};

/** From the top of the repository, wherever the build and the installation lie. */
const sourcemapPathTransform = (path) => path.replace(/^(\.\.\/)+/, '');

/**
 * The program and its packages as few files, from what TypeScript has compiled. Node would load 1,100 modules for a
 * command, which takes it three times as long.
 */
// biome-ignore lint/style/noDefaultExport: Vite asks for one.
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  plugins: [typescriptMaps],
  resolve: {
    // As Node resolves them: some packages have other code for bundlers.
    mainFields: ['main', 'module'],
    // graphql-jit asks for single files of GraphQL: they must be of the copy that all others get.
    alias: [{ find: /^graphql$/, replacement: join(import.meta.dirname, 'node_modules/graphql/index.js') }],
  },
  ssr: {
    resolve: { conditions: ['node'] },
    noExternal: true,
  },
  build: {
    ssr: 'dist/modules/main.js',
    target: 'node24',
    minify: false,
    sourcemap: true,
    license: { fileName: 'program/LICENCES.md' },
    rolldownOptions: {
      // MikroORM imports it where it is installed, to find entities by the names of files, which we do not do.
      external: ['tinyglobby'],
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: 'program/[name]-[hash].js',
        keepNames: true,
        sourcemapExcludeSources: true,
        sourcemapPathTransform,
      },
    },
  },
});
