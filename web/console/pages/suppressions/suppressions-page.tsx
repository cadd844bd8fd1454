import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { type SuppressionRowFragment, Suppressions } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { Empty } from '../../parts/lists/empty.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { AddNumbers } from './add-numbers.js';
import { SuppressionFilters, useSuppressionFilter } from './suppression-filters.js';
import { LiftSuppression, SuppressionTable } from './suppression-table.js';
import { words } from './texts.js';

const PAGE_ROWS = 100;

export function SuppressionsPage() {
  const filter = useSuppressionFilter();
  const variables = { filter, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(Suppressions, variables);
  const [isAdding, setAdding] = useState(false);
  const [lifting, setLifting] = useState<SuppressionRowFragment | null>(null);
  const rows = answer.data?.suppressions.nodes ?? [];
  const codes = answer.data?.deliveryCodes ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const finish = () => {
    setAdding(false);
    setLifting(null);
    answer.reload();
  };
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
      actions={(rows.length > 0 || isFiltered) && add}
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
            <SuppressionTable rows={rows} codes={codes} onLift={setLifting} />
          </Paged>
        )}
      </Panel>
      {isAdding && <AddNumbers onEnd={finish} onClose={() => setAdding(false)} />}
      {lifting && (
        <LiftSuppression
          suppression={lifting}
          code={codes.find(({ code }) => code === lifting.deliveryCode)}
          onEnd={finish}
          onClose={() => setLifting(null)}
        />
      )}
    </Page>
  );
}
