import { VERSION } from '../../lib/version.js';
import type { CompletedCommand, CompletedOption, CompletedValue } from './describe-commands.js';

/** Writes the script for zsh: a function for each command, which tells `_arguments` of zsh what may follow. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef postrider
# Completion of postrider ${VERSION} for zsh.

${commands.map(functionOf).join('\n\n')}

# The first: zsh has loaded this file from its fpath; the second: the user has sourced it.
if [[ $funcstack[1] == _postrider ]]; then
  _postrider "$@"
else
  compdef _postrider postrider
fi
`;
}

function functionOf({ path, commands, options, argument }: CompletedCommand): string {
  const name = ['_postrider', ...path].join('_');
  const specs = options.flatMap(specsOfOption);
  if (commands.length === 0) {
    if (argument) specs.push(quote(`:${messageAndAction(argument)}`));
    return `${name}() {\n  _arguments ${specs.join(' \\\n    ')}\n}`;
  }
  const described = commands.map((one) => quote(`${escapeColons(one.name)}:${one.description}`));
  return `${name}() {
  local context state line
  local -A opt_args
  local -a commands=(
    ${described.join('\n    ')}
  )
  _arguments -C ${specs.join(' \\\n    ')} \\
    '1: :->command' '*:: :->words'
  case $state in
    command) _describe command commands ;;
    words) (( $+functions[${name}_$line[1]] )) && ${name}_$line[1] ;;
  esac
}`;
}

/**
 * `_arguments` knows values that an option may take, but none that go on until the next option: so many more than one.
 */
const MORE_VALUES = 4;

function specsOfOption({ flags, description, value }: CompletedOption): string[] {
  const about = `[${description.replace(/[\\[\]]/g, '\\$&')}]`;
  return flags.map((flag) => {
    if (value === null) return quote(`(${flags.join(' ')})${flag}${about}`);
    const equals = flag.startsWith('--') ? '=' : '';
    const values = messageAndAction(value);
    return quote(
      `${flag}${equals}${about}:${values}${value.takes === 'many' ? `::${values}`.repeat(MORE_VALUES) : ''}`,
    );
  });
}

function messageAndAction({ name, words, isFile, takes }: CompletedValue): string {
  const listed = words.map(escapeColons).join(' ');
  const action = takes === 'list' ? `_values -s , ${name} ${listed}` : `(${listed})`;
  if (isFile) return `${name}:_files`;
  return `${name}:${words.length > 0 ? action : ' '}`;
}

function escapeColons(text: string): string {
  return text.replaceAll(':', '\\:');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
