import { useMemo } from 'react';
import type { CampaignFilter, CampaignStatus } from '../../generated/documents.js';
import { SelectField, TextField } from '../../parts/forms/field.js';
import { Filters } from '../../parts/lists/filters.js';
import { useAddress } from '../../parts/use-address.js';
import { startOfDay } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

const NAMES = ['name', 'state'];
const MORE_NAMES = ['reference', 'kind', 'from', 'to', 'order'];

export function CampaignFilters() {
  const { parameters } = useAddress();
  const at = (name: string) => parameters.get(name) ?? '';
  return (
    <Filters
      names={NAMES}
      moreNames={MORE_NAMES}
      more={
        <>
          <TextField label={words.filters.reference} name="reference" defaultValue={at('reference')} />
          <SelectField label={words.filters.kind} name="kind" defaultValue={at('kind')}>
            <option value="">{text.list.any}</option>
            <option value="live">{words.filters.live}</option>
            <option value="sandbox">{words.filters.sandbox}</option>
          </SelectField>
          <TextField label={words.filters.from} name="from" type="date" defaultValue={at('from')} />
          <TextField label={words.filters.to} name="to" type="date" defaultValue={at('to')} />
          <SelectField label={words.filters.order} name="order" defaultValue={at('order')}>
            <option value="">{words.filters.newest}</option>
            <option value="largest">{words.filters.largest}</option>
          </SelectField>
        </>
      }
    >
      <TextField label={words.filters.name} name="name" type="search" defaultValue={at('name')} />
      <SelectField label={words.filters.state} name="state" defaultValue={at('state').toLowerCase()}>
        <option value="">{text.list.any}</option>
        {Object.entries(text.campaignStatus).map(([status, word]) => (
          <option key={status} value={status.toLowerCase()}>
            {word}
          </option>
        ))}
      </SelectField>
    </Filters>
  );
}

/** The filter that the address says; what it does not say is not a condition. */
export function useCampaignFilter(): CampaignFilter {
  const { parameters } = useAddress();
  return useMemo(() => {
    const states = parameters
      .getAll('state')
      .map((one) => one.toUpperCase())
      .filter(isStatus);
    const kind = parameters.get('kind');
    return {
      name: parameters.get('name') ?? undefined,
      reference: parameters.get('reference') ?? undefined,
      // An empty list would match no campaign.
      statuses: states.length > 0 ? states : undefined,
      test: kind === 'sandbox' || (kind === 'live' ? false : undefined),
      createdAfter: startOfDay(parameters.get('from'), 0),
      createdBefore: startOfDay(parameters.get('to'), 1),
    };
  }, [parameters]);
}

const isStatus = (word: string): word is CampaignStatus => word in text.campaignStatus;
