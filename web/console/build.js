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
  copyFileSync(join(FOLDER, 'generated/documents.json'), join(target, 'documents.json'));
  for (const file of globSync(['index.html', 'documents.json', 'assets/*'], { cwd: target })) {
    const content = readFileSync(join(target, file));
    writeFileSync(join(target, `${file}.br`), brotliCompressSync(content));
    writeFileSync(join(target, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
}
