#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=60
// By default, Node 24 gives the young generation up to 128 MB and lets the heap grow fourfold between collections: ten bulk
// calls at once then take 500 MB instead of 285. Half of these values would cost a worker that posts webhooks processor time:
// 5 % for the semi-space, 20 % for the heap growth.
// package.json has the same flags; workers enlarge the young generation (cli/serve/young-generation.ts).
import 'reflect-metadata';
import { createProgram } from './cli/program.js';

await createProgram().parseAsync();
