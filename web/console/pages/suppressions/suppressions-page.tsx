import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { type SuppressionCodesFragment, type SuppressionFilter, Suppressions } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { DownloadButton } from '../../parts/lists/download-button.js';
import { Empty } from '../../parts/lists/empty.js';
import { FilterChoice, FilterField, Filters } from '../../parts/lists/filters.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { SuppressionTable } from '../../parts/suppressions/suppression-table.js';
import { words as shared } from '../../parts/suppressions/texts.js';
import { enumValueOf, useAddress } from '../../parts/use-address.js';
import { AddNumbers } from './add-numbers.js';
import { words } from './texts.js';

const PAGE_ROWS = 100;

export function SuppressionsPage() {
  const filter = useSuppressionFilter();
  const variables = { filter, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(Suppressions, variables);
  const [isAdding, setAdding] = useState(false);
  const rows = answer.data?.suppressions.nodes ?? [];
  const codes = answer.data?.deliveryCodes ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page
      title={words.title}
      sentence={words.sentence}
      question={{ query: Suppressions, variables }}
      actions={
        <>
          <DownloadButton label={words.proof} rows={{ what: 'CONSENT_CHANGES', mobile: filter.mobile }} />
          {(rows.length > 0 || isFiltered) && add}
        </>
      }
    >
      <SuppressionFilters codes={codes} />
      <Panel answer={answer} height="30rem" listOf={({ suppressions }) => suppressions}>
        {({ suppressions }) => (
          <Paged
            list={suppressions}
            unfiltered={isFiltered ? '/suppressions' : undefined}
            none={
              <Empty title={words.none} how={words.noneHow}>
                {add}
              </Empty>
            }
          >
            <SuppressionTable rows={rows} codes={codes} />
          </Paged>
        )}
      </Panel>
      {isAdding && (
        <AddNumbers
          onEnd={() => {
            setAdding(false);
            answer.reload();
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}

interface SuppressionFiltersProps {
  readonly codes: SuppressionCodesFragment['deliveryCodes'];
}

function SuppressionFilters({ codes }: SuppressionFiltersProps) {
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
      <FilterChoice label={filters.source} name="source" choices={Object.entries(shared.sources)} />
    </Filters>
  );
}

function useSuppressionFilter(): SuppressionFilter {
  const { parameters } = useAddress();
  const code = Number(parameters.get('code'));
  return {
    mobile: parameters.get('number')?.replaceAll(/\D/g, '') || undefined,
    senderId: parameters.get('sender') ?? undefined,
    deliveryCode: code > 0 ? code : undefined,
    source: enumValueOf(shared.sources, parameters.get('source')),
  };
}
