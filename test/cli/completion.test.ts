import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { bashScript } from '../../src/cli/completion/bash-script.js';
import { describeCommands } from '../../src/cli/completion/describe-commands.js';
import { zshScript } from '../../src/cli/completion/zsh-script.js';
import { createProgram } from '../../src/cli/program.js';
import { readPage } from '../docs/page.js';

const POLL_MS = 20;
const TAB = '\t';
/** Ctrl-O shows the line that is being typed, Ctrl-U deletes it. */
const [SHOW, DELETE] = ['\u000f', '\u0015'];

const commands = describeCommands(createProgram());
const folder = mkdtempSync(join(tmpdir(), 'postrider-completion-'));

beforeAll(() => {
  writeFileSync(join(folder, 'postrider.bash'), bashScript(commands));
  writeFileSync(join(folder, '_postrider'), zshScript(commands));
  writeFileSync(join(folder, 'my people.csv'), 'to\n');
});

afterAll(() => rmSync(folder, { recursive: true }));

interface Shell {
  readonly name: 'bash' | 'zsh';
  readonly start: string;
  readonly setUp: readonly string[];
}

const BASH: Shell = {
  name: 'bash',
  start: 'bash --norc --noprofile -i',
  setUp: ['. ./postrider.bash', `show() { echo "<<$READLINE_LINE>>"; }; bind -x '"\\C-o": show'`],
};
const ZSH: Shell = {
  name: 'zsh',
  start: 'zsh -f -i',
  setUp: [
    'autoload -U compinit; compinit -u -D',
    'show() { print -r -- "<<$BUFFER>>" }; zle -N show; bindkey "^O" show; bindkey "^U" kill-whole-line',
  ],
};
const ZSH_SOURCED = { ...ZSH, setUp: [...ZSH.setUp, '. ./_postrider'] };
const ZSH_AUTOLOADED = { ...ZSH, setUp: ['fpath=($PWD $fpath)', ...ZSH.setUp] };

/** What a user types before TAB, and what TAB adds. */
const TYPED: readonly (readonly [typed: string, added: string])[] = [
  ['send-b', 'ulk '],
  ['key cr', 'eate '],
  ['--json organisation mem', 'bers '],
  ['doctor --j', 'son '],
  ['key create --mode l', 'ive '],
  ['key create --mode=l', 'ive '],
  ['key create --scope sms:r', 'ead '],
  ['key create --scope sms:read chat:s', 'end '],
  ['key create --address ::1 --mode l', 'ive '],
  // Neither a value nor a text in quotes is taken for a command or an option.
  ['key create --name list --mode l', 'ive '],
  ['key create --name "a b: --mode " --mode l', 'ive '],
  ['webhooks trigger campaign.st', 'arted '],
  ['completion z', 'sh '],
  ['send-bulk my', '\\ people.csv '],
  ['campaign resch', 'edule '],
  ['key nonsense --mode l', ''],
];

/** What follows a value is a matter of the shell's taste. */
const ONLY_BASH = [
  ['key create --mod', 'e '],
  ['key create --scope sms:read --nam', 'e '],
  ['webhooks listen --types sms.sent,sms.fa', 'iled '],
] as const;
const ONLY_ZSH = [
  ['key create --mod', 'e='],
  ['key create --scope sms:read --nam', 'e='],
  ['webhooks listen --types sms.sent,sms.fa', 'iled,'],
] as const;

interface Terminal {
  /** Types it, presses TAB, and returns the line. */
  complete(typed: string): Promise<string>;
  close(): Promise<unknown>;
}

async function openTerminal({ start, setUp }: Shell): Promise<Terminal> {
  const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, TERM: 'dumb' } };
  const child: ChildProcess = spawn('script', ['-qfec', start, '/dev/null'], options);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
  const complete = async (typed: string) => {
    output = '';
    child.stdin?.write(`${typed}${TAB}${SHOW}`);
    for (;;) {
      const [, line] = /<<(.*?)>>/.exec(output) ?? [];
      if (line !== undefined) {
        child.stdin?.write(DELETE);
        return line;
      }
      await sleep(POLL_MS);
    }
  };
  for (const line of setUp) child.stdin?.write(`${line}\n`);
  // The echo of this line is not what it prints.
  child.stdin?.write('echo rea""dy\n');
  while (!output.includes('ready')) await sleep(POLL_MS);
  const close = () => {
    child.stdin?.end('exit\n');
    return once(child, 'close');
  };
  return { complete, close };
}

function describeShell(title: string, shell: Shell, cases: readonly (readonly [string, string])[]): void {
  describe(title, () => {
    let terminal: Terminal;
    beforeAll(async () => {
      terminal = await openTerminal(shell);
    });
    afterAll(() => terminal.close());

    it.each(cases)('TAB after "postrider %s" adds "%s"', async (typed, added) => {
      expect(await terminal.complete(`postrider ${typed}`)).toBe(`postrider ${typed}${added}`);
    });
  });
}

describeShell('bash, whose user has sourced the script', BASH, [...TYPED, ...ONLY_BASH]);

if (spawnSync('zsh', ['--version']).status === 0) {
  describeShell('zsh, whose user has sourced the script', ZSH_SOURCED, [...TYPED, ...ONLY_ZSH]);
  describeShell('zsh, which loads the script from its fpath', ZSH_AUTOLOADED, TYPED.slice(0, 3));
} else {
  process.stderr.write('SKIPPED: completion in zsh: zsh is not installed (Debian: zsh).\n');
}

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
