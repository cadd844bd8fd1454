import { useMemo } from 'react';
import type { SuppressionFilter, SuppressionSource, SuppressionsQuery } from '../../generated/documents.js';
import { SelectField, TextField } from '../../parts/forms/field.js';
import { Filters } from '../../parts/lists/filters.js';
import { useAddress } from '../../parts/use-address.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

interface SuppressionFiltersProps {
  readonly codes: SuppressionsQuery['deliveryCodes'];
}

export function SuppressionFilters({ codes }: SuppressionFiltersProps) {
  const { parameters } = useAddress();
  const at = (name: string) => parameters.get(name) ?? '';
  return (
    <Filters names={['number', 'sender', 'code', 'source']}>
      <TextField label={words.filters.number} name="number" type="search" inputMode="tel" defaultValue={at('number')} />
      <TextField label={words.filters.sender} name="sender" type="search" defaultValue={at('sender')} />
      <SelectField label={words.filters.code} name="code" defaultValue={at('code')} key={codes.length}>
        <option value="">{text.list.any}</option>
        {codes
          .filter(({ suppresses }) => suppresses)
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {`${code} ${name}`}
            </option>
          ))}
      </SelectField>
      <SelectField label={words.filters.source} name="source" defaultValue={at('source')}>
        <option value="">{text.list.any}</option>
        {Object.entries(words.sources).map(([source, word]) => (
          <option key={source} value={source.toLowerCase()}>
            {word}
          </option>
        ))}
      </SelectField>
    </Filters>
  );
}

/** The filter that the address says. */
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
