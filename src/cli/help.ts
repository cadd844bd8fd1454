import { Command, type CommanderError, Help, type HelpConfiguration, type Option } from 'commander';
import { EXIT, failWith } from './command.js';
import { style } from './terminal-text.js';

export class PostriderCommand extends Command {
  override createCommand(name?: string): PostriderCommand {
    return new PostriderCommand(name);
  }

  /** Lines of the help, as a user types them. A test parses each. */
  examples(...lines: readonly string[]): this {
    return this.addHelpText('after', () =>
      ['', style('bold', 'Examples:'), ...lines.map((line) => `  ${line}`)].join('\n'),
    );
  }
}

const plain = new Help();

/** Narrower terminals get descriptions on the line of the option. */
const MIN_DESCRIPTION_COLUMNS = 20;

const HELP: HelpConfiguration = {
  showGlobalOptions: true,
  minWidthToWrap: MIN_DESCRIPTION_COLUMNS,
  // The usage line names required options, which can be missed in the list.
  commandUsage(command) {
    const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
    return plain.commandUsage(command).replace('[options]', [...required, '[options]'].join(' '));
  },
  optionDescription(option: Option) {
    return `${option.mandatory ? '(required) ' : ''}${plain.optionDescription(option)}`;
  },
  styleTitle: (text) => style('bold', text),
  styleOptionTerm: (text) => style('cyan', text),
  styleSubcommandTerm: (text) => style('cyan', text),
  styleArgumentTerm: (text) => style('cyan', text),
};

/** Must precede the commands, which inherit it. */
export function configureHelpAndErrors(program: Command): void {
  program.configureHelp(HELP).exitOverride(exit);
  // `style` decides about colours; commander would decide by other rules.
  program.configureOutput({ getOutHasColors: () => true, getErrHasColors: () => true, outputError: () => undefined });
}

/** Commander has printed help and the version, but not its errors. */
function exit({ code, exitCode, message }: CommanderError): never {
  if (exitCode === 0) process.exit(0);
  // A group without a command: its help has gone to standard error.
  if (code === 'commander.help') process.exit(EXIT.wrongUsage);
  failWith(
    [`${sentence(message)}\n("--help" after a command shows what it takes)`],
    process.argv.includes('--json'),
    EXIT.wrongUsage,
  );
}

function sentence(message: string): string {
  const text = message.replace(/^error: /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
