import { Link } from 'wouter';
import type { CampaignRowFragment } from '../../generated/documents.js';
import { CountsBar } from '../../parts/charts/bar.js';
import { Empty } from '../../parts/lists/empty.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { totalOf } from '../../parts/states/counts.js';
import { CampaignState, Sandbox } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { formatNumber } from '../../texts/format.js';
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

const COLUMNS: readonly Column<CampaignRowFragment>[] = [
  {
    name: words.columns.name,
    isHeader: true,
    cell: ({ id, name, test }) => (
      <>
        <Link href={`/campaigns/${id}`}>
          <Typed>{name ?? words.unnamed}</Typed>
        </Link>{' '}
        {test && <Sandbox />}
      </>
    ),
  },
  { name: words.columns.state, cell: ({ status, result }) => <CampaignState status={status} result={result} /> },
  {
    name: words.columns.progress,
    cell: ({ counts }) => (
      <div className="progress">
        <CountsBar counts={counts} />
        <span className="quiet">{words.arrived(counts.delivered, totalOf(counts))}</span>
      </div>
    ),
  },
  { name: words.columns.size, isNumber: true, cell: ({ total }) => formatNumber(total) },
  {
    name: words.columns.when,
    cell: ({ createdAt, scheduledAt }) => (
      <span className="one-line">
        <Moment at={scheduledAt ?? createdAt} />
      </span>
    ),
  },
];
