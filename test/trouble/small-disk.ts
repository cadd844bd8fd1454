import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import { CannotRun, type Scene } from './scene.ts';

const MEBIBYTE = 1024 * 1024;

/** A disk of its own that can be made so small that it is full soon, and large again. */
export interface SmallDisk {
  readonly folder: string;
  /** So much and no more can be written from now on. */
  leaveMebibytes(free: number): void;
}

export function mountDisk(scene: Scene, folder: string): SmallDisk {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new CannotRun('needs Linux and root, to mount');
  mkdirSync(folder, { mode: 0o755 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2g,mode=755', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    throw new CannotRun('may not mount a tmpfs here');
  }
  scene.onLeave(() => execFileSync('umount', ['--lazy', folder]));
  return {
    folder,
    leaveMebibytes(free) {
      const { blocks, bfree, bsize } = statfsSync(folder);
      const size = (blocks - bfree) * bsize + free * MEBIBYTE;
      execFileSync('mount', ['-o', `remount,size=${size}`, folder]);
    },
  };
}
