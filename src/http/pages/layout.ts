import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Asset, BUILT_FOLDER } from './assets.js';

/**
 * The HTML around every page of this server but the console. Nothing is escaped: callers escape what users have
 * written.
 */
export const page = (title: string, head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/design.css">
<script src="/theme.js"></script>
${head}</head>
<body>
${body}</body>
</html>
`;

/** The way home, at the head of every page. */
export const MARK =
  '<a class="mark" href="/"><img src="/favicon.svg" alt="" width="28" height="28"><span>Postrider</span></a>\n';

/** A page with little on it: a sheet in the middle, with the mark above. */
export const sheet = (title: string, head: string, content: string) =>
  page(
    `${title} · Postrider`,
    `<meta name="robots" content="noindex">\n${head}`,
    `<header class="sheet-head">${MARK}</header>\n<main class="sheet">\n${content}</main>\n`,
  );

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const DESIGN = join(BUILT_FOLDER, 'design');
const STYLES = ['tokens.css', 'base.css', 'pages.css'];

const readDesign = (name: string) => readFile(join(DESIGN, name));

export const DESIGN_ASSETS: readonly Asset[] = [
  {
    url: '/design.css',
    type: 'text/css',
    load: async () => Buffer.concat(await Promise.all(STYLES.map(readDesign))),
  },
  { url: '/theme.js', type: 'text/javascript', load: () => readDesign('theme.js') },
  { url: '/favicon.svg', type: 'image/svg+xml', load: () => readDesign('mark.svg') },
  // Browsers ask for it on their own when they show something that is no page, such as JSON.
  { url: '/favicon.ico', type: 'image/x-icon', load: () => readDesign('favicon.ico') },
];
