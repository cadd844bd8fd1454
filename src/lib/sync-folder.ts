import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes names that were given in a folder survive a power cut. Windows cannot open folders, and does so by itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
