import { invalidField } from '../../domain/errors.js';
import type { ExportContent } from '../../domain/exports/export-link.js';
import type { Count } from '../../domain/paging.js';
import type { Cell } from '../../lib/csv-row.js';
import type { Context } from '../context.js';
import { getCampaigns } from '../sms/campaigns/campaigns.js';
import type { Source } from './sources.js';

/** Rows, each with a cell for every column. */
export type ExportPage = readonly (readonly Cell[])[];

export interface Export {
  readonly columns: readonly string[];
  /** The number of rows, if `isAll`, or an estimate. */
  readonly count: Count;
  /** The name of the campaign whose recipients are exported. */
  readonly campaign: string | null;
  /** Reads the rows. Between two pages no transaction is open. */
  pages(): AsyncGenerator<ExportPage, void>;
}

/** Begins an export after the row whose last column is `after`; undefined: from the start. */
export type Open = (context: Context, content: ExportContent, after: string | undefined) => Promise<Export>;

export const openerOf =
  <Row>({ columns, placeOf, ...source }: Source<Row>): Open =>
  async (context, content, after) => {
    const place = after === undefined ? null : placeOf(after);
    if (after !== undefined && !place) throw notALastColumn();
    const part = { content, from: place };
    const cells = Object.values(columns);
    return {
      columns: Object.keys(columns),
      count: await source.count(context, part),
      campaign: await nameOfCampaign(context, content),
      async *pages() {
        for await (const rows of source.pages(context, part)) {
          yield rows.map((row) => cells.map((cellOf) => cellOf(row)));
        }
      },
    };
  };

async function nameOfCampaign(context: Context, { what, campaignId }: ExportContent): Promise<string | null> {
  if (what !== 'campaign_messages' || campaignId === undefined) return null;
  const [campaign] = await getCampaigns(context, [campaignId]);
  return campaign?.name ?? null;
}

const notALastColumn = () => invalidField('after', 'invalid', 'This is not the last column of a row of this export.');
