import type { CampaignFilter, CampaignOrder } from '../../generated/documents.js';
import { FilterChoice, FilterField, Filters } from '../../parts/lists/filters.js';
import { enumValueOf, useAddress } from '../../parts/use-address.js';
import { startOfDay } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

const NAMES = ['name', 'state'];
const MORE_NAMES = ['reference', 'kind', 'from', 'to', 'order'];

const { filters } = words;

export function CampaignFilters() {
  return (
    <Filters
      names={NAMES}
      moreNames={MORE_NAMES}
      more={
        <>
          <FilterField label={filters.reference} name="reference" />
          <FilterChoice label={filters.kind} name="kind" choices={Object.entries(filters.kinds)} />
          <FilterField label={filters.from} name="from" type="date" />
          <FilterField label={filters.to} name="to" type="date" />
          <FilterChoice
            label={filters.order}
            name="order"
            any={filters.newest}
            choices={Object.entries(filters.orders)}
          />
        </>
      }
    >
      <FilterField label={filters.name} name="name" type="search" />
      <FilterChoice label={filters.state} name="state" choices={Object.entries(text.campaignStatus)} />
    </Filters>
  );
}

const ORDERS: Readonly<Record<keyof typeof filters.orders, CampaignOrder>> = {
  largest: { field: 'TOTAL', direction: 'DESC' },
  name: { field: 'NAME', direction: 'ASC' },
  completed: { field: 'COMPLETED_AT', direction: 'DESC' },
};

/** The order that the address says; null: newest first. */
export function useCampaignOrder(): CampaignOrder | null {
  const name = useAddress().parameters.get('order')?.toLowerCase() ?? '';
  return Object.hasOwn(ORDERS, name) ? ORDERS[name as keyof typeof ORDERS] : null;
}

/** The filter that the address says; what it does not say is not a condition. */
export function useCampaignFilter(): CampaignFilter {
  const { parameters } = useAddress();
  const states = parameters.getAll('state').flatMap((one) => enumValueOf(text.campaignStatus, one) ?? []);
  const kind = parameters.get('kind')?.toLowerCase();
  return {
    name: parameters.get('name') ?? undefined,
    reference: parameters.get('reference') ?? undefined,
    // An empty list would match no campaign.
    statuses: states.length > 0 ? states : undefined,
    test: kind === 'sandbox' || (kind === 'live' ? false : undefined),
    createdAfter: startOfDay(parameters.get('from'), 0),
    createdBefore: startOfDay(parameters.get('to'), 1),
  };
}
