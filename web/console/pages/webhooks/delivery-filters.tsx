import { useMemo } from 'react';
import type { WebhookDeliveryFilter, WebhookDeliveryStatus } from '../../generated/documents.js';
import { SelectField } from '../../parts/forms/field.js';
import { TimeField } from '../../parts/forms/time-field.js';
import { Filters } from '../../parts/lists/filters.js';
import { EventTypeOptions, eventTypeOf } from '../../parts/states/event-type.js';
import { useAddress } from '../../parts/use-address.js';
import { fromLocalInput } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';
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
      <SelectField label={filters.status} name="state" defaultValue={at('state').toLowerCase()}>
        <option value="">{text.list.any}</option>
        {Object.entries(statuses).map(([status, word]) => (
          <option key={status} value={status.toLowerCase()}>
            {word}
          </option>
        ))}
      </SelectField>
      <SelectField label={filters.type} name="type" defaultValue={at('type')}>
        <option value="">{text.list.any}</option>
        <EventTypeOptions />
      </SelectField>
      <SelectField label={filters.answer} name="answer" defaultValue={at('answer')}>
        <option value="">{text.list.any}</option>
        {Object.entries(filters.answers).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </SelectField>
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
