import type { Command } from 'commander';
import { explainFailure } from './failure.js';
import { printJson, printProblem } from './output.js';

/** Options that every command has. */
export interface CommonOptions {
  readonly json: boolean;
}

/**
 * Makes a commander action of `run`: options of the command and of the program come as one object, and a failure ends
 * the process with sentences instead of a stack.
 */
export function action<Options>(run: (options: Options & CommonOptions, ...args: string[]) => Promise<void>) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    const options = command.optsWithGlobals<Options & CommonOptions>();
    try {
      await run(options, ...command.args);
    } catch (error) {
      const problems = explainFailure(error);
      if (options.json) printJson({ error: { problems } });
      for (const problem of problems) printProblem(problem);
      process.exit(1);
    }
  };
}
