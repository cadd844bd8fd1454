import { useMemo } from 'react';
import type { WebhookDeliveryFilter, WebhookDeliveryStatus } from '../../generated/documents.js';
import { TimeField } from '../../parts/forms/time-field.js';
import { FilterChoice, Filters } from '../../parts/lists/filters.js';
import { EventTypeOptions, eventTypeOf } from '../../parts/states/event-type.js';
import { useAddress } from '../../parts/use-address.js';
import { fromLocalInput } from '../../texts/local-time.js';
import { detail } from './detail-texts.js';

const NAMES = ['state', 'type', 'answer'];
const MORE_NAMES = ['since', 'until'];
const { filters, statuses } = detail.deliveries;

export function DeliveryFilters() {
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
  return useMemo(() => {
    if (![...NAMES, ...MORE_NAMES].some((name) => parameters.has(name))) return undefined;
    const status = parameters.get('state')?.toUpperCase() ?? '';
    const type = eventTypeOf(parameters.get('type'));
    const answer = parameters.get('answer') ?? '';
    return {
      status: status in statuses ? (status as WebhookDeliveryStatus) : undefined,
      types: type && [type],
      responseClass: answer in filters.answers ? Number(answer) : undefined,
      since: fromLocalInput(parameters.get('since')),
      until: fromLocalInput(parameters.get('until')),
    };
  }, [parameters]);
}
