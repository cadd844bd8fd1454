/** Builds the console: files with hashed names, compressed once here rather than by every server. */
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const FOLDER = import.meta.dirname;

export async function buildConsole(target) {
  const { build } = await import('vite');
  await build({
    root: FOLDER,
    configFile: join(FOLDER, 'vite.config.js'),
    logLevel: 'warn',
    build: { outDir: target },
  });
  paintBeforeStyles(join(target, 'index.html'));
  copyFileSync(join(FOLDER, 'generated/documents.json'), join(target, 'documents.json'));
  for (const file of globSync(['index.html', 'documents.json', 'assets/*'], { cwd: target })) {
    const content = readFileSync(join(target, file));
    writeFileSync(join(target, `${file}.br`), brotliCompressSync(content));
    writeFileSync(join(target, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
}

/** Browsers paint nothing before a style sheet in the head has come, and what stands before one in the body. */
function paintBeforeStyles(file) {
  const html = readFileSync(file, 'utf8');
  const [link] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? [''];
  const moved = html.replace(link, '').replace('\n  </body>', `${link}\n  </body>`);
  writeFileSync(file, moved.replaceAll(' crossorigin', '').replace(/\n\s+/g, '\n'));
}
