/** One line of the table. */
export interface Measurement {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  /** Null: nothing is wanted, or it could not be measured. */
  readonly met: boolean | null;
}

export function atMost(what: string, value: number, limit: number, unit = ''): Measurement {
  return { what, wanted: `≤ ${format(limit, unit)}`, measured: format(value, unit), met: value <= limit };
}

export function told(what: string, measured: string): Measurement {
  return { what, wanted: '', measured, met: null };
}

/** What must not be there at all, such as findings of axe. The first few are shown. */
export function none(what: string, found: readonly string[]): Measurement {
  const kinds = [...new Set(found)];
  const shown = kinds.slice(0, SHOWN).join('; ');
  const more = kinds.length > SHOWN ? `; ${kinds.length - SHOWN} more` : '';
  return { what, wanted: 'none', measured: found.length === 0 ? 'none' : `${shown}${more}`, met: found.length === 0 };
}

const SHOWN = 6;

export function format(value: number, unit = ''): string {
  if (Number.isNaN(value)) return '?';
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  const number = value.toLocaleString('en', { maximumFractionDigits: digits });
  return `${number} ${unit}`.trim();
}

const HEADER = ['what', 'wanted', 'measured', 'met'];

/** A table of Markdown, so that it can be put into docs/benchmarks.md as it is. */
export function formatTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ what, wanted, measured, met }) => [
    what,
    wanted,
    measured.replaceAll('|', '\\|'),
    met === null ? '' : met ? 'yes' : 'NO',
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(HEADER), line(HEADER.map(() => '---')), ...rows.map(line)].join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
