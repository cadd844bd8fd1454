import type { BodyOf, ResultOf } from '../api.js';
import { type ExportedRows, type ExportRow, readExport } from '../export-rows.js';
import type { OpenExportLink } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions } from '../options.js';
import { Resource } from './resource.js';

/** Downloads of any length. */
export class Exports extends Resource {
  /** A link under which anybody who has it can download the rows for seven days, as CSV or JSON Lines. */
  createLink(rows: BodyOf<'createExportLink'>, options?: CallOptions): Promise<ResultOf<'createExportLink'>> {
    return this.call('createExportLink', { body: rows }, options);
  }

  /** The links of the organisation that work, of all members and API keys, newest first. */
  links(options?: CallOptions): List<OpenExportLink> {
    return new List((cursor) => this.call('listExportLinks', { query: { cursor } }, options));
  }

  /** Ends a link before it expires, within three seconds. */
  endLink(exportLinkId: string, options?: CallOptions): Promise<ResultOf<'endExportLink'>> {
    return this.call('endExportLink', { path: { export_link_id: exportLinkId } }, options);
  }

  /** Yields the rows as they come, each once, also when the connection breaks in between. */
  rows(rows: ExportedRows, options?: CallOptions): AsyncGenerator<ExportRow, void, undefined> {
    return readExport(this.connection, rows, options);
  }
}
