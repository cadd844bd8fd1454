import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.js';
import { readPage } from '../docs/page.js';

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
const leaves = commandsOf(createProgram()).filter(({ commands }) => commands.length === 0);

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) });
  command.outputHelp();
  return text;
}

const examplesOf = (command: Command) =>
  [...helpOf(command).matchAll(/^ {2}postrider (.+)$/gm)].map(([, line]) => line ?? '');

const words = (line: string) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

describe.each(leaves.map((command) => [pathOf(command), command] as const))('%s --help', (path, command) => {
  it('has examples, and commander takes each', async () => {
    const examples = examplesOf(command);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const program = createProgram();
      let taken = '';
      for (const one of commandsOf(program)) {
        one.exitOverride((error) => {
          throw error;
        });
        if (one.commands.length === 0) {
          one.action(() => {
            taken = pathOf(one);
          });
        }
      }
      await program.parseAsync(words(example), { from: 'user' });
      expect(taken).toBe(path);
    }
  });

  it('marks required options', () => {
    for (const { flags, mandatory } of command.options) {
      if (mandatory) expect(helpOf(command)).toMatch(new RegExp(`${flags.replace(/[<>]/g, '.')} +\\(required\\)`));
    }
  });

  it('is in docs/command-line.md with every option', () => {
    const { text } = readPage('command-line.md');
    const row = text
      .split('\n')
      .find((line) => new RegExp(`^\\| \`${path.replace('postrider ', '')}( [A-Z].*)?\` \\|`).test(line));
    expect(row).toBeDefined();
    for (const { long } of command.options) expect(row).toContain(`\`${long}`);
  });
});
