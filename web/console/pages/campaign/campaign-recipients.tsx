import { type ComponentProps, memo, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { CODE_OF } from '../../../../src/domain/sms/delivery-codes.js';
import { useAnswer } from '../../api/use-answer.js';
import { type CampaignRecipientsQuery, CampaignRecipients as Question } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { useCopy } from '../../parts/forms/copy-button.js';
import { DownloadButton } from '../../parts/lists/download-button.js';
import { Empty } from '../../parts/lists/empty.js';
import { FilterField, Filters } from '../../parts/lists/filters.js';
import { Pager } from '../../parts/lists/pager.js';
import { saveCsv } from '../../parts/lists/save-file.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Panel } from '../../parts/panel.js';
import { type Counts, movedBetween, totalOf } from '../../parts/states/counts.js';
import { StatusWord } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { useAddress } from '../../parts/use-address.js';
import { formatNumber } from '../../texts/format.js';
import { countOf, recipientFilterOf, unknownOf } from './recipient-filter.js';
import { RecipientPlace, useRecipientPage, useShownRow } from './recipient-place.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

const NAMES = ['number'];

export function CampaignRecipients({ campaign }: { readonly campaign: Campaign }) {
  const id = useId();
  const [path] = useLocation();
  const { parameters } = useAddress();
  const filter = recipientFilterOf(parameters);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const total = totalOf(campaign.counts);
  const { row, page } = useRecipientPage(total, isFiltered);
  const answer = useAnswer(Question, { id: campaign.id, filter, ...page });
  const messages = answer.data?.campaign?.messages;
  useShownRow(
    row,
    messages?.nodes.map(({ position }) => position),
  );
  const moved = useMovedSince(answer.at, campaign.counts);
  const all = {
    what: 'CAMPAIGN_MESSAGES',
    campaignId: campaign.id,
    statuses: filter.messageStatuses,
    deliveryCodes: filter.deliveryCodes,
    mobile: filter.mobile,
  } as const;
  return (
    <section aria-labelledby={id} className="stack" id="recipients">
      <div className="section-head">
        <h2 id={id}>{words.recipients.title}</h2>
        <DownloadButton label={words.recipients.download} rows={all} />
      </div>
      <div className="recipient-tools">
        <Filters names={NAMES} others={{ ...unknownOf(parameters), row: [], rows: [] }}>
          <FilterField label={words.recipients.number} name="number" type="search" inputMode="tel" />
          {['status', 'code'].map((name) =>
            parameters.getAll(name).map((value) => <input key={value} type="hidden" name={name} value={value} />),
          )}
        </Filters>
        <RecipientPlace total={total} isFiltered={isFiltered} />
      </div>
      {moved > 0 && (
        <button type="button" className="button arrivals" onClick={answer.reload}>
          {words.recipients.changed(moved)}
        </button>
      )}
      <Panel answer={answer} height="30rem" listOf={({ campaign: found }) => found?.messages}>
        {({ campaign: found }) => {
          const rows = found?.messages?.nodes ?? [];
          const pageInfo = found?.messages?.pageInfo;
          if (rows.length === 0 && !pageInfo?.hasNextPage) {
            return (
              <Empty title={words.recipients.none}>
                <Link className="button" href={path}>
                  {words.recipients.all}
                </Link>
              </Empty>
            );
          }
          const hasOthers = pageInfo?.hasNextPage || pageInfo?.hasPreviousPage;
          return (
            <>
              {rows.some(({ to }) => to === null) && <p className="quiet">{words.recipients.redactedNote}</p>}
              <RecipientTable
                // A selection belongs to its page.
                key={rows[0]?.id}
                rows={rows}
                // The download knows no ends of numbers.
                all={hasOthers && !filter.mobileEndsWith ? all : null}
                allCount={countOf(filter, campaign.counts)}
              />
              {pageInfo && <Pager pageInfo={pageInfo} count={rows.length} />}
            </>
          );
        }}
      </Panel>
    </section>
  );
}

interface RecipientTableProps {
  readonly rows: readonly Recipient[];
  readonly all: Parameters<typeof RecipientSelection>[0]['all'];
  readonly allCount: number | null;
}

function RecipientTable({ rows, all, allCount }: RecipientTableProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(NONE);
  const isWhole = rows.length > 1 && selected.size === rows.length;
  return (
    <>
      <RecipientRows rows={rows} selected={selected} onSelect={setSelected} />
      {selected.size > 0 && (
        <RecipientSelection
          selected={rows.filter((row) => selected.has(keyOf(row)))}
          all={isWhole ? all : null}
          allCount={allCount}
          onClear={() => setSelected(NONE)}
        />
      )}
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();
const keyOf = ({ id, position }: Recipient): string => `${position} ${id}`;

interface RecipientRowsProps extends Pick<RecipientTableProps, 'rows'> {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
}

/** Not drawn again with each state of a running campaign: its rows change only when they are loaded. */
const RecipientRows = memo(({ rows, selected, onSelect }: RecipientRowsProps) => (
  <Table
    caption={words.recipients.title}
    columns={COLUMNS}
    rows={rows}
    keyOf={keyOf}
    widths={WIDTHS}
    selection={{ keys: selected, onChange: onSelect, nameOf }}
  />
));

/** The box, and the columns below. */
const WIDTHS = '2.5rem minmax(9rem, 1.2fr) 8.5rem minmax(8rem, 2fr) 8.5rem minmax(5rem, 1fr) 4.5rem';

const nameOf = ({ to }: Recipient): string => words.recipients.select(to ?? words.recipients.redacted);

/** How many messages have changed since the rows were loaded. They stay as they are under the reader. */
function useMovedSince(at: Date | undefined, counts: Counts): number {
  const shown = useRef({ at, counts });
  if (shown.current.at !== at) shown.current = { at, counts };
  return movedBetween(shown.current.counts, counts);
}

const CODE_NAMES = new Map<number, string>(Object.entries(CODE_OF).map(([name, code]) => [code, name]));
const names = words.recipients.columns;

/** Every message of a campaign has a position. */
const rowOf = (position: number | null) => (position ?? 0) + 1;

const COLUMNS: readonly Column<Recipient>[] = [
  {
    name: names.number,
    isHeader: true,
    cell: ({ id, to }) => <Link href={`/messages/${id}`}>{to ?? words.recipients.redacted}</Link>,
  },
  { name: names.state, cell: ({ status }) => <StatusWord status={status} /> },
  {
    name: names.reason,
    cell: ({ deliveryCode, error }) =>
      deliveryCode === null ? (error ?? null) : `${deliveryCode} ${CODE_NAMES.get(deliveryCode) ?? ''}`,
  },
  { name: names.since, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
  { name: names.reference, cell: ({ reference }) => reference && <Typed>{reference}</Typed> },
  { name: names.row, isNumber: true, cell: ({ position }) => formatNumber(rowOf(position)) },
];

type Recipient = NonNullable<NonNullable<CampaignRecipientsQuery['campaign']>['messages']>['nodes'][number];

interface RecipientSelectionProps {
  readonly selected: readonly Recipient[];
  /** What downloads all of the filter; missing if the page shows all of them. */
  readonly all: ComponentProps<typeof DownloadButton>['rows'] | null;
  readonly allCount: number | null;
  readonly onClear: () => void;
}

/** What can be done with the selected rows: they are on the page, so nothing is asked for. */
function RecipientSelection({ selected, all, allCount, onClear }: RecipientSelectionProps) {
  const { copy, said } = useCopy();
  const numbers = selected.flatMap(({ to }) => to ?? []);
  const { selection, columns } = words.recipients;
  const download = () =>
    saveCsv(selection.file, [
      [columns.row, columns.number, columns.state, columns.code, columns.reference],
      ...selected.map(({ position, to, status, deliveryCode, reference }) => [
        String(rowOf(position)),
        to ?? '',
        status.toLowerCase(),
        String(deliveryCode ?? ''),
        reference ?? '',
      ]),
    ]);
  return (
    <div className="recipient-selection">
      <p role="status">{selection.count(selected.length)}</p>
      <Button onClick={() => void copy(() => numbers.join('\n'))}>{selection.copy}</Button>
      <span role="status" className="quiet">
        {said}
      </span>
      <Button onClick={download}>{selection.download}</Button>
      {all && <DownloadButton label={selection.all(allCount)} rows={all} />}
      <Button look="quiet" onClick={onClear}>
        {selection.clear}
      </Button>
    </div>
  );
}
