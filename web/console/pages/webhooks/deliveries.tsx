import { Link } from 'wouter';
import type { DeliveryRowFragment, WebhookDeliveryFilter } from '../../generated/documents.js';
import { TimeField } from '../../parts/forms/time-field.js';
import { Empty } from '../../parts/lists/empty.js';
import { FilterChoice, Filters } from '../../parts/lists/filters.js';
import { Paged } from '../../parts/lists/pager.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { EventTypeOptions, eventTypeOf } from '../../parts/states/event-type.js';
import { enumValueOf, useAddress } from '../../parts/use-address.js';
import { wireType } from '../../texts/event-types.js';
import { formatNumber } from '../../texts/format.js';
import { fromLocalInput } from '../../texts/local-time.js';
import { causeOf } from './cause.js';
import { DeliveryDialog } from './delivery-dialog.js';
import { detail } from './detail-texts.js';
import { DeliveryStatus, NextTry, type WebhookDetail } from './states.js';

interface DeliveriesProps {
  readonly webhook: WebhookDetail;
  readonly onChange: () => void;
}

/** What was posted to an endpoint, newest event first. The address names the delivery that is open. */
export function Deliveries({ webhook: { id, deliveries }, onChange }: DeliveriesProps) {
  const { parameters, change, addressWith } = useAddress();
  const isFiltered = useDeliveryFilter() !== undefined;
  const opened = parameters.get('delivery');
  const { nodes } = deliveries;
  return (
    <>
      <DeliveryFilters />
      <Paged
        list={deliveries}
        unfiltered={isFiltered ? addressWith(UNFILTERED) : undefined}
        none={<Empty title={detail.deliveries.none} how={detail.deliveries.noneHow} />}
      >
        <Table
          caption={detail.deliveries.title}
          columns={COLUMNS}
          rows={nodes}
          keyOf={({ sequence }) => String(sequence)}
        />
      </Paged>
      {opened !== null && (
        <DeliveryDialog
          webhookId={id}
          delivery={nodes.find(({ sequence }) => String(sequence) === opened)}
          onChange={onChange}
          onClose={() => change({ delivery: null })}
        />
      )}
    </>
  );
}

function DeliveryLink({ delivery: { type, sequence } }: { readonly delivery: DeliveryRowFragment }) {
  const { addressWith } = useAddress();
  return (
    <Link href={addressWith({ delivery: String(sequence) })}>
      <code>{wireType(type)}</code> <span className="quiet">#{sequence}</span>
    </Link>
  );
}

const { columns } = detail.deliveries;

const COLUMNS: readonly Column<DeliveryRowFragment>[] = [
  { name: columns.event, isHeader: true, cell: (delivery) => <DeliveryLink delivery={delivery} /> },
  { name: columns.when, cell: ({ event }) => (event ? <Moment at={event.occurredAt} /> : null) },
  { name: columns.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
  {
    name: columns.answer,
    cell: ({ responseStatus, error }) => (
      <span title={error === null ? undefined : causeOf({ responseStatus, error }).what}>
        {responseStatus ?? (error === null ? '–' : error.replaceAll('_', ' '))}
      </span>
    ),
  },
  { name: columns.attempts, isNumber: true, cell: ({ attempts }) => formatNumber(attempts) },
  { name: columns.duration, isNumber: true, cell: ({ durationMs }) => detail.ms(durationMs) },
  { name: columns.next, cell: ({ nextAttemptAt }) => nextAttemptAt && <NextTry at={nextAttemptAt} /> },
];

const NAMES = ['state', 'type', 'answer'];
const MORE_NAMES = ['since', 'until'];
const UNFILTERED = Object.fromEntries([...NAMES, ...MORE_NAMES, 'after', 'before'].map((name) => [name, null]));
const { filters, statuses } = detail.deliveries;

function DeliveryFilters() {
  const { parameters } = useAddress();
  const at = (name: string) => parameters.get(name) ?? '';
  return (
    <Filters
      names={NAMES}
      moreNames={MORE_NAMES}
      others={{ tab: [], delivery: [] }}
      more={
        <>
          <TimeField label={filters.since} name="since" defaultValue={at('since')} />
          <TimeField label={filters.until} name="until" defaultValue={at('until')} />
        </>
      }
    >
      <FilterChoice label={filters.status} name="state" choices={Object.entries(statuses)} />
      <FilterChoice label={filters.type} name="type">
        <EventTypeOptions />
      </FilterChoice>
      <FilterChoice label={filters.answer} name="answer" choices={Object.entries(filters.answers)} />
    </Filters>
  );
}

/** The filter that the address says; undefined if it says none. */
export function useDeliveryFilter(): WebhookDeliveryFilter | undefined {
  const { parameters } = useAddress();
  if (![...NAMES, ...MORE_NAMES].some((name) => parameters.has(name))) return undefined;
  const type = eventTypeOf(parameters.get('type'));
  const answer = parameters.get('answer') ?? '';
  return {
    status: enumValueOf(statuses, parameters.get('state')),
    types: type && [type],
    responseClass: answer in filters.answers ? Number(answer) : undefined,
    since: fromLocalInput(parameters.get('since')),
    until: fromLocalInput(parameters.get('until')),
  };
}
