#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=60
// Left alone, Node 24 gives young objects up to 128 MB and lets the heap grow fourfold before it tidies up: ten bulk calls at once
// then take 500 MB instead of 285. Half as much of this would cost a worker that posts webhooks more processor time: a twentieth
// for young objects, a fifth for the growth of the heap.
// package.json says the same; workers take more for young objects (cli/serve/young-objects.ts).
import 'reflect-metadata';
import { createProgram } from './cli/program.js';

await createProgram().parseAsync();
