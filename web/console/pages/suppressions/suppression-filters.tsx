import { useMemo } from 'react';
import type { SuppressionFilter, SuppressionSource, SuppressionsQuery } from '../../generated/documents.js';
import { FilterChoice, FilterField, Filters } from '../../parts/lists/filters.js';
import { useAddress } from '../../parts/use-address.js';
import { words } from './texts.js';

interface SuppressionFiltersProps {
  readonly codes: SuppressionsQuery['deliveryCodes'];
}

export function SuppressionFilters({ codes }: SuppressionFiltersProps) {
  const { filters } = words;
  const suppressing = codes.filter(({ suppresses }) => suppresses);
  return (
    <Filters names={['number', 'sender', 'code', 'source']}>
      <FilterField label={filters.number} name="number" type="search" inputMode="tel" />
      <FilterField label={filters.sender} name="sender" type="search" />
      <FilterChoice
        label={filters.code}
        name="code"
        choices={suppressing.map(({ code, name }) => [code, `${code} ${name}`])}
      />
      <FilterChoice label={filters.source} name="source" choices={Object.entries(words.sources)} />
    </Filters>
  );
}

export function useSuppressionFilter(): SuppressionFilter {
  const { parameters } = useAddress();
  return useMemo(() => {
    const code = Number(parameters.get('code'));
    const source = parameters.get('source')?.toUpperCase() ?? '';
    return {
      mobile: parameters.get('number')?.replaceAll(/\D/g, '') || undefined,
      senderId: parameters.get('sender') ?? undefined,
      deliveryCode: code > 0 ? code : undefined,
      source: source in words.sources ? (source as SuppressionSource) : undefined,
    };
  }, [parameters]);
}
