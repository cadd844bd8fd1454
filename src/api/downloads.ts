import type { ExportLink } from '../domain/exports/export-link.js';
import { FORMATS } from '../domain/exports/format.js';
import { createSemaphore } from '../lib/async/semaphore.js';
import { openReceivedFile, type ReceivedFile } from '../operations/chat/received-media.js';
import { openExport } from '../operations/exports/kinds.js';
import type { Export } from '../operations/exports/open-export.js';
import type { RequestContext } from './guard/request-context.js';

/** The rows of an export link as a file. */
export interface Download {
  readonly fileName: string;
  readonly mediaType: string;
  /** The number of rows, if `isExact`, or an estimate. */
  readonly rows: number;
  readonly isExact: boolean;
  /** Reads the first page before it returns, and calls `recheck` before each further one. */
  begin(recheck: () => Promise<unknown>): Promise<AsyncIterable<string>>;
}

/** Exports take turns with the database, so that calls find connections free. */
const READING_AT_ONCE = 2;

export type OpenDownload = (context: RequestContext, link: ExportLink, after: string | undefined) => Promise<Download>;

/** Returns the function that opens downloads after the row whose last column is `after`; undefined: from the start. */
export function createDownloads(): OpenDownload {
  const inTurn = createSemaphore(READING_AT_ONCE);

  return async (context, link, after) => {
    const { caller } = context;
    if (!caller) throw new Error('A download needs the maker of its link.');
    const exported = await inTurn(() => openExport({ ...context, caller }, link.content, after));
    const { counted: rows, isAll: isExact } = exported.count;
    return {
      fileName: fileNameOf(link, exported.campaign),
      mediaType: FORMATS[link.format].mediaType,
      rows,
      isExact,
      begin: (recheck) => begin(exported, { link, hasHeading: after === undefined, recheck }),
    };
  };

  async function begin(
    { columns, pages: read }: Export,
    { link, hasHeading, recheck }: { link: ExportLink; hasHeading: boolean; recheck: () => Promise<unknown> },
  ): Promise<AsyncIterable<string>> {
    const { heading, line } = FORMATS[link.format];
    const pages = read();
    const first = await inTurn(() => pages.next());
    return (async function* text() {
      if (hasHeading) yield heading(columns);
      for (let page = first; !page.done; page = await inTurn(() => pages.next())) {
        yield page.value.map((cells) => line(columns, cells)).join('');
        await recheck();
      }
    })();
  }
}

/** Characters that a file system refuses, or that hide what the file is. */
const UNFIT = /[\p{C}\p{Z}/\\:*?"<>|]+/gu;
/** File systems take 255 bytes, and a character may have four. */
const NAME_LENGTH = 60;

/** Named after the campaign, if that has a name. */
function fileNameOf({ content: { what, campaignId }, format }: ExportLink, campaign: string | null): string {
  const today = new Date().toISOString().slice(0, 10);
  const plain = what === 'campaign_messages' ? `campaign-${campaignId}` : `${what}-${today}`;
  const fit = (campaign ?? '').replace(UNFIT, ' ').replace(/^[.\s]+/, '');
  return `${[...fit].slice(0, NAME_LENGTH).join('').trim() || plain}.${format}`;
}

/** Opens the file of an inbound message. */
export function openFile(context: RequestContext, inboundId: string, signal: AbortSignal): Promise<ReceivedFile> {
  const { caller } = context;
  if (!caller) throw new Error('A file was asked for without a caller.');
  return openReceivedFile({ ...context, caller }, inboundId, signal);
}
