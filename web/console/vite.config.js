import { defineConfig } from 'vite';

/** The server that the console talks to while it is developed with `npm run dev:web`. */
const SERVER = 'http://127.0.0.1:8080';

// biome-ignore lint/style/noDefaultExport: Vite asks for one.
export default defineConfig({
  base: '/app/',
  // The cookie is the page's own, so the host stays as the browser sends it.
  server: { proxy: { '^/(?!app/)': { target: SERVER, ws: true, changeOrigin: false } } },
  build: {
    emptyOutDir: true,
    // The policy of the page allows no inline modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    license: { fileName: 'LICENCES.md' },
    target: 'es2023',
  },
});
