const WIDTH = 120;

/** JSON with as much on a line as fits: what is short stands side by side, what is longer than a line is opened. */
export function printValue(value: unknown, indent = ''): string[] {
  const line = JSON.stringify(value);
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null) return [line];
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).map(([name, item]) => [`${JSON.stringify(name)}: `, item] as const);
  const printed = parts.map(([name, item], index) => {
    const [first = '', ...rest] = printValue(item, inner);
    const lines = [`${inner}${name}${first}`, ...rest];
    return index < parts.length - 1 ? lines.with(-1, `${lines.at(-1)},`) : lines;
  });
  return [open as string, ...fill(printed), `${indent}${close}`];
}

/** Members of one line each go on with the line of the one before, as far as it has room. */
function fill(members: readonly string[][]): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const member of members) {
    const [first = ''] = member;
    const joined = `${lines.at(-1)} ${first.trimStart()}`;
    const fits = isOpen && member.length === 1 && joined.length <= WIDTH;
    if (fits) lines[lines.length - 1] = joined;
    else lines.push(...member);
    isOpen = member.length === 1;
  }
  return lines;
}
