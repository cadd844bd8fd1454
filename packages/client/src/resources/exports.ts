import { type BodyOf, callOperation, type ResultOf } from '../api.js';
import type { Connection } from '../connection.js';
import { type ExportedRows, type ExportRow, readExport } from '../export-rows.js';
import type { CallOptions } from '../options.js';

/** Downloads of any length. */
export class Exports {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A link under which anybody who has it can download the rows for seven days, as CSV or JSON Lines. */
  createLink(rows: BodyOf<'createExportLink'>, options?: CallOptions): Promise<ResultOf<'createExportLink'>> {
    return callOperation(this.#connection, 'createExportLink', { body: rows }, options);
  }

  /** Yields the rows as they come, each once, also when the connection breaks in between. */
  rows(rows: ExportedRows, options?: CallOptions): AsyncGenerator<ExportRow, void, undefined> {
    return readExport(this.#connection, rows, options);
  }
}
