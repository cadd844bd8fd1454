import { type Argument, type Command, Option } from 'commander';
import { ListOption } from '../options.js';

/** A command, as a completion script needs it. */
export interface CompletedCommand {
  /** The words that call it: `['key', 'create']`; none for the program itself. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  readonly argument: CompletedValue | null;
}

export interface CompletedOption {
  readonly flags: readonly string[];
  readonly description: string;
  readonly value: CompletedValue | null;
}

export interface CompletedValue {
  readonly name: string;
  readonly words: readonly string[];
  readonly isFile: boolean;
  /** `many`: the following words are values too; `list`: one word holds several, separated by commas. */
  readonly takes: 'one' | 'many' | 'list';
}

/** Describes the command and all below it, as its help shows them. */
export function describeCommands(command: Command, path: readonly string[] = []): CompletedCommand[] {
  const help = command.createHelp();
  // Without the implicit "help", which has no parent: --help does the same.
  const commands = help.visibleCommands(command).filter(({ parent }) => parent !== null);
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const names = commands.map((one) => ({ name: one.name(), description: help.subcommandDescription(one) }));
  const described: CompletedCommand = {
    path,
    commands: names,
    options: options.map(describeOption),
    argument: describeArgument(command),
  };
  return [described, ...commands.flatMap((one) => describeCommands(one, [...path, one.name()]))];
}

function describeOption(option: Option): CompletedOption {
  const { description } = option;
  const flags = [option.long, option.short].filter((flag) => flag !== undefined);
  const hasValue = option.required || option.optional;
  return { flags, description, value: hasValue ? describeValue(option.attributeName(), option) : null };
}

function describeArgument(command: Command): CompletedValue | null {
  const [argument] = command.registeredArguments;
  return argument ? describeValue(argument.name(), argument) : null;
}

function describeValue(name: string, taker: Option | Argument): CompletedValue {
  const placeholder = taker instanceof Option ? taker.flags : `<${taker.name()}>`;
  const several = taker.variadic ? 'many' : 'one';
  return {
    name,
    words: taker.argChoices ?? [],
    isFile: placeholder.includes('<file>'),
    takes: taker instanceof ListOption ? 'list' : several,
  };
}
