import { memo, useId, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { CODE_OF } from '../../../../src/domain/sms/delivery-codes.js';
import { useAnswer } from '../../api/use-answer.js';
import { type CampaignRecipientsQuery, CampaignRecipients as Question } from '../../generated/documents.js';
import { type Counts, movedBetween } from '../../parts/counts.js';
import { Empty } from '../../parts/empty.js';
import { TextField } from '../../parts/field.js';
import { Filters } from '../../parts/filters.js';
import { Moment } from '../../parts/moment.js';
import { Pager, usePageArguments } from '../../parts/pager.js';
import { Panel } from '../../parts/panel.js';
import { StatusWord } from '../../parts/status.js';
import { type Column, Table } from '../../parts/table.js';
import { useAddress } from '../../parts/use-address.js';
import { formatNumber } from '../../texts/format.js';
import { DownloadButton } from './download-button.js';
import { recipientFilterOf } from './recipient-filter.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

type Recipient = NonNullable<NonNullable<CampaignRecipientsQuery['campaign']>['messages']>['nodes'][number];

const PAGE_ROWS = 100;
/** The filters of the address that concern the recipients. */
const NAMES = ['number'];

export function CampaignRecipients({ campaign }: { readonly campaign: Campaign }) {
  const id = useId();
  const [path] = useLocation();
  const { parameters } = useAddress();
  const filter = recipientFilterOf(parameters);
  const answer = useAnswer(Question, { id: campaign.id, filter, ...usePageArguments(PAGE_ROWS) });
  const moved = useMovedSince(answer.at, campaign.counts);
  return (
    <section aria-labelledby={id} className="stack" id="recipients">
      <div className="section-head">
        <h2 id={id}>{words.recipients.title}</h2>
        <DownloadButton
          label={words.recipients.download}
          look="button"
          filter={{
            campaignId: campaign.id,
            statuses: filter.messageStatuses,
            deliveryCodes: filter.deliveryCodes,
            mobile: filter.mobile,
          }}
        />
      </div>
      <Filters names={NAMES}>
        <TextField
          label={words.recipients.number}
          name="number"
          type="search"
          inputMode="tel"
          defaultValue={parameters.get('number') ?? ''}
        />
        {['status', 'code'].map((name) =>
          parameters.getAll(name).map((value) => <input key={value} type="hidden" name={name} value={value} />),
        )}
      </Filters>
      {moved > 0 && (
        <button type="button" className="button arrivals" onClick={answer.reload}>
          {words.recipients.changed(moved)}
        </button>
      )}
      <Panel answer={answer} height="30rem">
        {({ campaign: found }) => {
          const rows = found?.messages?.nodes ?? [];
          if (rows.length === 0 && !found?.messages?.pageInfo.hasNextPage) {
            return (
              <Empty title={words.recipients.none}>
                <Link className="button" href={path}>
                  {words.recipients.all}
                </Link>
              </Empty>
            );
          }
          return (
            <>
              {rows.some(({ mobile }) => mobile === null) && <p className="quiet">{words.recipients.redactedNote}</p>}
              <RecipientTable rows={rows} />
              {found?.messages && <Pager pageInfo={found.messages.pageInfo} count={rows.length} />}
            </>
          );
        }}
      </Panel>
    </section>
  );
}

/** Not drawn again with each state of a running campaign: its rows change only when they are loaded. */
const RecipientTable = memo(({ rows }: { readonly rows: readonly Recipient[] }) => (
  <Table
    caption={words.recipients.title}
    columns={COLUMNS}
    rows={rows}
    keyOf={({ id, position }) => `${position} ${id}`}
  />
));

/** How many messages have changed since the rows were loaded. They stay as they are under the reader. */
function useMovedSince(at: Date | undefined, counts: Counts): number {
  const shown = useRef({ at, counts });
  if (shown.current.at !== at) shown.current = { at, counts };
  return movedBetween(shown.current.counts, counts);
}

const CODE_NAMES = new Map<number, string>(Object.entries(CODE_OF).map(([name, code]) => [code, name]));
const names = words.recipients.columns;

const COLUMNS: readonly Column<Recipient>[] = [
  {
    name: names.number,
    isHeader: true,
    cell: ({ id, mobile }) => <Link href={`/messages/${id}`}>{mobile ?? words.recipients.redacted}</Link>,
  },
  { name: names.state, cell: ({ messageStatus }) => <StatusWord status={messageStatus} /> },
  {
    name: names.reason,
    cell: ({ deliveryCode, error }) =>
      deliveryCode === null ? (error ?? null) : `${deliveryCode} ${CODE_NAMES.get(deliveryCode) ?? ''}`,
  },
  { name: names.since, cell: ({ updatedAt }) => (updatedAt ? <Moment at={updatedAt} /> : null) },
  { name: names.reference, cell: ({ reference }) => reference ?? null },
  { name: names.row, isNumber: true, cell: ({ position }) => formatNumber(position + 1) },
];
