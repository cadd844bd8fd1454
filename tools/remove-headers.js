/** Removes the C++ headers that come with Node.js: 67 MB of its 189, and no package here is compiled against them. */
import { globSync, rmSync } from 'node:fs';

for (const folder of globSync('node_modules/node/node_modules/node-*/include')) rmSync(folder, { recursive: true });
