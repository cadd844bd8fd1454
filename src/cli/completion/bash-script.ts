import { VERSION } from '../../lib/version.js';
import type { CompletedCommand, CompletedValue } from './describe-commands.js';

/** Writes the script for bash. It needs no package such as bash-completion. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of postrider ${VERSION} for bash.

# Sets what may follow the command "$1".
_postrider_command() {
  commands=() options=() words=() files=
  case $1 in
${commands.map(caseOfCommand).join('\n')}
  esac
}

# Sets what the option "$2" of the command "$1" takes.
_postrider_option() {
  takes= words=() files=
  case "$1 $2" in
${commands.flatMap(casesOfOptions).join('\n')}
  esac
}
${COMPLETE}
complete -F _postrider postrider
`;
}

function caseOfCommand({ path, commands, options, argument }: CompletedCommand): string {
  const settings = [
    commands.length > 0 && `commands=(${commands.map(({ name }) => name).join(' ')})`,
    `options=(${options.map(({ flags: [flag] }) => flag).join(' ')})`,
    argument && setValue(argument),
  ];
  return `    ${quote(path.join(' '))}) ${settings.filter(Boolean).join(' ')} ;;`;
}

function casesOfOptions({ path, options }: CompletedCommand): string[] {
  return options.flatMap(({ flags, value }) => {
    if (value === null) return [];
    const patterns = flags.map((flag) => quote(`${path.join(' ')} ${flag}`)).join(' | ');
    return [`    ${patterns}) takes=${value.takes} ${setValue(value)} ;;`];
  });
}

function setValue({ words, isFile }: CompletedValue): string {
  return `words=(${words.map(quote).join(' ')})${isFile ? ' files=1' : ''}`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

const COMPLETE = `
_postrider() {
  local line=() command= commands options words files= takes= option= prefix= current word last breaks
  # Bash splits "--mode=live" and "sms:read" into three words each.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    last=$((\${#line[@]} - 1))
    if ((last >= 0)) && [[ $word && ($word == [:=]* || \${line[last]} == *[:=]) ]] &&
      [[ $COMP_LINE == *"\${line[last]}$word"* ]]; then
      line[last]+=$word
    else
      line+=("$word")
    fi
  done
  last=$((\${#line[@]} - 1))
  current=\${line[last]}

  for word in "\${line[@]:0:last}"; do
    if [[ $takes == one || $takes == list ]]; then
      takes=
    elif [[ $word == -* ]]; then
      option=$word
      _postrider_option "$command" "$option"
    elif [[ ! $takes ]]; then
      _postrider_command "$command"
      ((\${#commands[@]})) && command=\${command:+$command }$word
    fi
  done

  if [[ $takes && ($takes != many || $current != -*) ]]; then
    _postrider_option "$command" "$option"
  elif [[ $current == --*=* ]]; then
    prefix=\${current%%=*}=
    current=\${current#*=}
    _postrider_option "$command" "\${prefix%=}"
  else
    takes=
    _postrider_command "$command"
    words+=("\${commands[@]}")
    if [[ $current == -* || (\${#words[@]} == 0 && ! $files) ]]; then
      words=("\${options[@]}") files=
    fi
  fi
  if [[ $takes == list && $current == *,* ]]; then
    prefix+=\${current%,*},
    current=\${current##*,}
  fi

  COMPREPLY=()
  for word in "\${words[@]}"; do
    [[ $word == "$current"* ]] && COMPREPLY+=("$prefix$word")
  done
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen -f -- "$current")
  fi
  # Bash replaces only what follows the last of its word breaks.
  breaks=\${COMP_WORDBREAKS//[!:=]/}
  word=$prefix$current
  [[ $breaks ]] && COMPREPLY=("\${COMPREPLY[@]#"\${word%"\${word##*[$breaks]}"}"}")
}`;
