import { useAnswer } from '../../api/use-answer.js';
import { EventLogEnds, EventsAfter } from '../../generated/documents.js';
import { FilterChoice, FilterField, Filters } from '../../parts/lists/filters.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { EventTypeOptions, eventTypeOf } from '../../parts/states/event-type.js';
import { useAddress } from '../../parts/use-address.js';
import { EventLog } from './event-log.js';
import { argumentsOf, PAGE_ROWS, type Place } from './log-page.js';
import { words } from './texts.js';

export function EventsPage() {
  const place = usePlace();
  const ends = useAnswer(EventLogEnds, {});
  const log = ends.data?.events;
  const variables = log ? argumentsOf(place, log) : { first: PAGE_ROWS };
  return (
    <Page
      title={words.title}
      sentence={log && (log.newestSequence > 0 ? words.newest(log.newestSequence) : null)}
      question={{ query: EventsAfter, variables }}
    >
      <EventFilters />
      <Panel answer={ends} height="60rem">
        {(data) => <EventLog ends={data} place={place} startAnew={ends.reload} />}
      </Panel>
    </Page>
  );
}

function usePlace(): Place {
  const { parameters } = useAddress();
  return {
    before: numberOf(parameters.get('before')),
    from: numberOf(parameters.get('from')),
    type: eventTypeOf(parameters.get('type')),
  };
}

function numberOf(parameter: string | null): number | null {
  const number = Number(parameter ?? '');
  return parameter && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function EventFilters() {
  return (
    <Filters names={['type', 'from']}>
      <FilterChoice label={words.filters.type} name="type">
        <EventTypeOptions />
      </FilterChoice>
      <FilterField label={words.filters.from} name="from" type="number" min={0} />
    </Filters>
  );
}
