#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=60
// By default, Node 24 gives the young generation up to 128 MB and lets the heap grow fourfold between collections: ten
// bulk calls at once then take 500 MB instead of 285. Half of these values would cost a worker that posts webhooks
// processor time: 5 % for the semi-space, 20 % for the heap growth. package.json has the same flags; workers enlarge
// the young generation (cli/serve/commands.ts).

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 9)) {
  process.stderr.write(`Postrider needs Node.js 24.9 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

// Imported only now, since an older Node.js would fail while it loads the modules, with an error about one of them.
const { beginLoading } = await import('./cli/interruption.js');
beginLoading();
const { createProgram } = await import('./cli/program.js');
await createProgram().parseAsync();
