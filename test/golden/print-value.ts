const WIDTH = 120;

/** JSON with as much on a line as fits. */
export function printValue(value: unknown, indent = ''): string[] {
  const line = JSON.stringify(value);
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null) return [line];
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).map(([name, item]) => [`${JSON.stringify(name)}: `, item] as const);
  const lines = parts.flatMap(([name, item], index) => {
    const [first = '', ...rest] = printValue(item, inner);
    const printed = [`${inner}${name}${first}`, ...rest];
    const last = printed.pop() ?? '';
    return [...printed, index < parts.length - 1 ? `${last},` : last];
  });
  return [open as string, ...lines, `${indent}${close}`];
}
