import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseMobile } from '../../domain/sms/phone-number.js';
import { type BulkMessage, type BulkRecipient, readRecipients } from '../../domain/sms/recipients.js';
import { compileTemplate } from '../../domain/sms/template.js';
import { CsvError, type CsvRecord, encodingOf, parseCsv } from '../../lib/csv.js';
import { CommandError } from '../command.js';

/** The recipients of one call. */
interface Portion {
  readonly recipients: readonly BulkRecipient[];
}

export interface RecipientsFile {
  readonly message: string;
  readonly portions: readonly Portion[];
  /** The number of rows with a repeated number, which are skipped. */
  readonly duplicates: number;
  /** Columns that the message does not use. */
  readonly unused: readonly string[];
}

interface FileOptions {
  /** The text; if omitted, each row has its own in the column `message`. */
  readonly message: string | undefined;
  /** The name of the column with the numbers. */
  readonly column: string;
  readonly portionSize: number;
  /** Check the texts as smart encoding leaves them. */
  readonly isSmart: boolean;
}

const MESSAGE_COLUMN = 'message';
const MAX_COMPLAINTS = 10;

export async function readText(path: string): Promise<string> {
  const bytes = path === '-' ? await buffer(process.stdin) : await readFile(path);
  try {
    // The decoder also removes the byte order mark.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError(`${path} is not text in UTF-8: save it as "CSV UTF-8".`, { cause });
  }
}

/** Checks the whole file before anything is sent, so that an error in the last row does not leave the others sent. */
export function readRecipientsFile(text: string, options: FileOptions): RecipientsFile {
  const [header, ...rows] = recordsOf(text);
  if (!header) throw new CommandError('The file is empty: its first line must name the columns.');
  const columns = header.fields.map((name) => name.trim());
  requireUnique(columns);
  const numberAt = columnIndex(columns, options.column, 'Name the column with the numbers with --column.');
  const message = options.message ?? messageFromColumn(columns);
  const names = compileTemplate(message).placeholders;
  requireColumns(columns, names);
  const variableAt = names.map((name) => [name, columns.indexOf(name)] as const);
  if (rows.length === 0) throw new CommandError('The file has a header and no rows.');
  refuseIfAny(
    rows
      .filter(({ fields }) => fields.length !== columns.length)
      .map(({ line, fields }) => `Line ${line}: ${fields.length} fields, but the header has ${columns.length}.`),
  );

  const { kept, duplicates } = withoutDuplicates(rows, numberAt);
  const portions: Portion[] = [];
  for (let start = 0; start < kept.length; start += options.portionSize) {
    const portion = kept.slice(start, start + options.portionSize);
    const recipients = portion.map(
      ({ fields }): BulkRecipient => ({
        to: (fields[numberAt] ?? '').trim(),
        variables: Object.fromEntries(variableAt.map(([name, at]) => [name, fields[at] ?? ''])),
      }),
    );
    requireSendable({ message, isSmart: options.isSmart }, recipients, portion);
    portions.push({ recipients });
  }
  const unused = columns.filter((name, at) => name !== '' && at !== numberAt && !names.includes(name));
  return { message, portions, duplicates, unused };
}

function recordsOf(text: string): CsvRecord[] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (error instanceof CsvError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

function requireUnique(columns: readonly string[]): void {
  const twice = columns.find((name, at) => name !== '' && columns.indexOf(name) < at);
  if (twice) throw new CommandError(`Line 1: there are two columns "${twice}".`);
}

function columnIndex(columns: readonly string[], name: string, reason: string): number {
  const at = columns.indexOf(name);
  if (at !== -1) return at;
  throw new CommandError(`There is no column "${name}"; the columns are ${listed(columns)}. ${reason}`);
}

/** Names all missing columns at once, and those that differ by case or spaces only. */
function requireColumns(columns: readonly string[], names: readonly string[]): void {
  const missing = names.filter((name) => !columns.includes(name));
  if (missing.length === 0) return;
  const alike = missing.flatMap((name) => columns.filter((column) => simplified(column) === simplified(name)));
  const hint = alike.length > 0 ? ` Did you mean ${alike.map((name) => `{{${name}}}`).join(', ')}?` : '';
  const needed = missing.map((name) => `{{${name}}}`).join(', ');
  throw new CommandError(`The message needs ${needed}; the file has the columns ${listed(columns)}.${hint}`);
}

const simplified = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');

const listed = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

function messageFromColumn(columns: readonly string[]): string {
  if (columns.includes(MESSAGE_COLUMN)) return `{{${MESSAGE_COLUMN}}}`;
  throw new CommandError(`Give the text with --message, or each row its own in a column "${MESSAGE_COLUMN}".`);
}

/** Removes repeated numbers from the whole file, because a call only knows its own recipients. */
function withoutDuplicates(rows: readonly CsvRecord[], numberAt: number) {
  const seen = new Set<string>();
  const kept = rows.filter(({ fields }) => {
    const given = (fields[numberAt] ?? '').trim();
    const parsed = parseMobile(given);
    const number = parsed.ok ? parsed.digits : given;
    return seen.size < seen.add(number).size;
  });
  return { kept, duplicates: rows.length - kept.length };
}

function requireSendable(message: BulkMessage, recipients: readonly BulkRecipient[], rows: readonly CsvRecord[]): void {
  const { errors } = readRecipients(message, recipients);
  refuseIfAny(
    errors.map(({ path, message: complaint }) => {
      const row = path[0] === 'recipients' ? rows[Number(path[1])] : undefined;
      return row ? `Line ${row.line}: ${complaint}` : `${path.join('.')}: ${complaint}`;
    }),
  );
}

function refuseIfAny(complaints: readonly string[]): void {
  if (complaints.length === 0) return;
  const rest = complaints.length - MAX_COMPLAINTS;
  const lines = [...complaints.slice(0, MAX_COMPLAINTS), ...(rest > 0 ? [`… and ${rest} more.`] : [])];
  throw new CommandError(lines.join('\n'));
}
