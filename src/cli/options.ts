import { InvalidArgumentError, Option } from 'commander';
import { VARIABLES } from '../config/command-line.js';
import type { CommonOptions } from './command.js';

/** Options of every command that works on one organisation. */
export interface OrganisationOptions extends CommonOptions {
  readonly organisation?: string;
}

export function organisationOption(): Option {
  return new Option(
    '--organisation <name>',
    'name or id of the organisation; if omitted, the one of "organisation use", or the only one',
  ).env(VARIABLES.organisation);
}

/** An option whose value is one or more of the words, separated by commas. */
export class ListOption extends Option {
  constructor(flags: string, description: string, words: readonly string[]) {
    super(flags, description);
    this.choices(words).argParser((text: string) => text.split(',').map((part) => readWord(part.trim(), words)));
  }
}

function readWord(word: string, words: readonly string[]): string {
  if (words.includes(word)) return word;
  throw new InvalidArgumentError(`There is no "${word}". Allowed are ${words.join(', ')}.`);
}
