import type { Bound, Figure, Finding } from './measure.ts';

/** Wide enough for most rows, because a row is printed before the next one is known. */
const WIDTHS = [70, 60, 36, 5, 8, 3];

export const HEADER = formatRow(['WORK', 'FLOOR', 'OURS', 'RATIO', 'WANTED', 'MET']);

export function formatFindings(findings: readonly Finding[]): string {
  const rows = findings.map(({ work, floor, ours, judged, isRatio, wanted }) =>
    formatRow([
      work,
      floor ? formatFigure(floor) : '',
      formatFigure(ours),
      isRatio ? judged.toFixed(2) : '',
      wanted ? `${wanted.text}${isRatio ? '' : ` ${ours.unit}`}`.trim() : '',
      wanted ? verdictOn(judged, wanted) : '',
    ]),
  );
  return rows.join('\n');
}

function formatRow(cells: readonly string[]): string {
  return cells
    .map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0))
    .join('  ')
    .trimEnd();
}

export function formatJson(findings: readonly Finding[]): string {
  const plain = findings.map(({ work, floor, ours, judged, isRatio, wanted }) => ({
    work,
    floor,
    ours,
    ratio: isRatio ? judged : null,
    wanted: wanted?.text ?? null,
    met: wanted && isKnown(judged) ? wanted.met(judged) : null,
  }));
  return JSON.stringify(plain, null, 2);
}

function verdictOn(judged: number, wanted: Bound): string {
  if (!isKnown(judged)) return 'not known here';
  return wanted.met(judged) ? 'yes' : 'NO';
}

/** CPU time is read from /proc, which not every system has. */
const isKnown = (value: number) => !Number.isNaN(value);

function formatFigure({ value, unit, note }: Figure): string {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  const text = `${isKnown(value) ? value.toFixed(unit === '' ? 0 : digits) : '?'} ${unit}`.trim();
  return note ? `${text} (${note})` : text;
}
