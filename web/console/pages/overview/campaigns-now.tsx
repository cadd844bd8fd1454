import { Link } from 'wouter';
import type { CampaignRowFragment } from '../../generated/documents.js';
import { campaignColumns } from '../../parts/lists/campaign-columns.js';
import { Empty } from '../../parts/lists/empty.js';
import { Table } from '../../parts/lists/table.js';
import { words } from './texts.js';

interface CampaignTableProps {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly CampaignRowFragment[];
}

export function UnderWay({ rows }: { readonly rows: readonly CampaignRowFragment[] }) {
  return rows.length === 0 ? null : <CampaignTable id="under-way" title={words.underWay} rows={rows} />;
}

export function Latest({ rows }: { readonly rows: readonly CampaignRowFragment[] }) {
  if (rows.length === 0) return <Empty title={words.noCampaigns} how={words.noCampaignsHow} />;
  return <CampaignTable id="latest" title={words.latest} rows={rows} />;
}

function CampaignTable({ id, title, rows }: CampaignTableProps) {
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <Link href="/campaigns">{words.allCampaigns}</Link>
      </div>
      <Table caption={title} columns={COLUMNS} rows={rows} keyOf={(row) => row.id} isTest={({ test }) => test} />
    </section>
  );
}

const { name, state, progress, size, when } = campaignColumns;
const COLUMNS = [name, state, progress, size, when];
