import { Link } from 'wouter';
import type { CampaignRowFragment } from '../../generated/documents.js';
import { formatNumber } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { ArrivedBar } from '../charts/bar.js';
import { Moment } from '../moment.js';
import { CampaignState, Sandbox } from '../states/status.js';
import { Typed } from '../typed.js';
import type { Column } from './table.js';

const { columns, unnamed } = text.campaigns;

export const campaignColumns = {
  name: {
    name: columns.name,
    isHeader: true,
    cell: ({ id, name, test }) => (
      <>
        <Link href={`/campaigns/${id}`}>
          <Typed>{name ?? unnamed}</Typed>
        </Link>{' '}
        {test && <Sandbox />}
      </>
    ),
  },
  state: { name: columns.state, cell: ({ status, counts }) => <CampaignState status={status} counts={counts} /> },
  progress: { name: columns.progress, cell: ({ counts }) => <ArrivedBar counts={counts} /> },
  size: { name: columns.size, isNumber: true, cell: ({ total }) => formatNumber(total) },
  sentBy: { name: columns.sentBy, cell: ({ createdBy }) => createdBy && <Typed>{createdBy.name}</Typed> },
  when: { name: columns.when, cell: ({ createdAt, scheduledAt }) => <Moment at={scheduledAt ?? createdAt} /> },
} satisfies Record<string, Column<CampaignRowFragment>>;
