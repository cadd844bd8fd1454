import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * The program and its packages as few files, from what TypeScript has compiled. Node would load 1,100 modules for a command, which
 * takes it three times as long.
 */
// biome-ignore lint/style/noDefaultExport: Vite asks for one.
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
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
    license: { fileName: 'program/LICENCES.md' },
    rolldownOptions: {
      output: { entryFileNames: 'main.js', chunkFileNames: 'program/[name]-[hash].js', keepNames: true },
    },
  },
});
