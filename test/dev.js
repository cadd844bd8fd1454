/**
 * `npm run dev`: compiles `src` and runs the server in this process. Node's watch mode ends the process with SIGTERM
 * when a file of `src` changes, waits until it has stopped, and starts it again. With a compile error it waits for the
 * next change.
 */
import { spawnSync } from 'node:child_process';

const build = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' });
if (build.status !== 0) process.exit(1);
await import(new URL('../dist/main.js', import.meta.url).href);
