#!/usr/bin/env node
import 'reflect-metadata';
import { createProgram } from './cli/program.js';

await createProgram().parseAsync();
