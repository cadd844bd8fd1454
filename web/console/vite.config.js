import { join } from 'node:path';
import { defineConfig } from 'vite';

/** The server that the console talks to while it is developed with `npm run dev:web`. */
const SERVER = 'http://127.0.0.1:8080';

// biome-ignore lint/style/noDefaultExport: Vite asks for one.
export default defineConfig({
  base: '/app/',
  resolve: { alias: { '@0no-co/graphql.web': join(import.meta.dirname, 'api/no-parser.ts') } },
  // The cookie is the page's own, so the host stays as the browser sends it.
  server: { proxy: { '^/(?!app/)': { target: SERVER, ws: true, changeOrigin: false } } },
  build: {
    emptyOutDir: true,
    // The policy of the page allows no inline modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // All styles together are as small as a style of each page would be, and no page waits for its own.
    cssCodeSplit: false,
    license: { fileName: 'LICENCES.md' },
    target: 'es2023',
    // With light-dark(), which the build would otherwise write out as two variables each time.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // Otherwise each combination of pages that share a module makes a file, and the first page waits for eight.
        codeSplitting: {
          groups: [
            { name: 'shared', test: isShared },
            { name: 'chart', test: /\/parts\/charts\/(chart|chart-data|use-plot)\.tsx?$/ },
            { name: pageOf, debugName: 'pages' },
          ],
        },
      },
    },
  },
});

/** What every page needs; the rest comes with the page that asks for it, the chart when it is shown. */
function isShared(id) {
  return !/\/console\/pages\/|\/parts\/charts\/(?!bar)|\/uplot\/|\/src\/(domain|lib)\//.test(id);
}

/** A folder of pages is one file, as small as together they compress. The campaigns come with what is shared. */
function pageOf(id) {
  const folder = /\/console\/pages\/(\w+)\//.exec(id)?.[1];
  return folder && folder !== 'campaigns' ? `${folder}-page` : null;
}
