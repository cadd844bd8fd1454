import { useRef } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { type EventLogEndsQuery, EventsAfter } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { Empty } from '../../parts/lists/empty.js';
import { Table } from '../../parts/lists/table.js';
import { ListNews } from '../../parts/news.js';
import { Panel } from '../../parts/panel.js';
import { useAddress } from '../../parts/use-address.js';
import { text } from '../../texts/text.js';
import { columnsWith } from './event-columns.js';
import { argumentsOf, isNewest, type LogPart, type Place, partOf, useNewer } from './log-page.js';
import { words } from './texts.js';

interface EventLogProps {
  readonly ends: EventLogEndsQuery;
  readonly place: Place;
  readonly startAnew: () => void;
}

/** A page of the log, newest first: who looks wants to know what has just happened. */
export function EventLog({ ends, place, startAnew }: EventLogProps) {
  const { change } = useAddress();
  const { oldestSequence, newestSequence } = ends.events;
  const variables = argumentsOf(place, ends.events);
  const answer = useAnswer(EventsAfter, variables);
  const asked = useRef({ place, after: variables.after });
  // Until the next page has come, the rows are those of the page before.
  if (!answer.isLoading) asked.current = { place, after: variables.after };
  const shown = asked.current;
  const part = answer.data && partOf(answer.data.events, shown.place, shown.after);

  const isExpired =
    answer.failure?.code === 'EVENTS_EXPIRED' || (place.before !== null && place.before <= oldestSequence);
  const isAhead = place.from !== null && place.from > newestSequence;
  const outside = isExpired ? words.expired : isAhead ? words.ahead(newestSequence) : undefined;
  const { isLoading, failure } = answer;
  return (
    <>
      <ListNews
        answer={{ isLoading, failure: outside === undefined ? failure : undefined }}
        news={outside ?? (part ? newsOf(part, oldestSequence) : '')}
      />
      {isExpired ? (
        <Empty title={words.expired} how={words.expiredHow(ends.installation.eventRetentionDays, oldestSequence)}>
          <Button onClick={() => change({ from: String(oldestSequence - 1), before: null })}>{words.toOldest}</Button>
        </Empty>
      ) : isAhead ? (
        <Empty title={words.ahead(newestSequence)} how={words.aheadHow}>
          <Button onClick={() => change({ from: null, before: null })}>{words.toNewest}</Button>
        </Empty>
      ) : (
        <Panel answer={answer} height="60rem">
          {({ events }) =>
            part && (
              <LogRows
                // Made anew when the newest page begins elsewhere, so that nothing of the one before is left.
                key={isNewest(shown.place) ? `${newestSequence} ${shown.place.type}` : 'past'}
                ends={ends}
                place={shown.place}
                part={part}
                newest={events.newestSequence}
                startAnew={startAnew}
              />
            )
          }
        </Panel>
      )}
    </>
  );
}

const newsOf = (part: LogPart, oldest: number): string =>
  part.rows.length > 0 ? text.list.shown(part.rows.length, part.low > oldest) : noneIn(part, oldest);

const noneIn = ({ low, high }: LogPart, oldest: number): string =>
  low <= oldest ? words.noneOfTypeAtAll : words.noneOfType(low, high);

interface LogRowsProps extends EventLogProps {
  readonly part: LogPart;
  /** The newest number when the page was read. */
  readonly newest: number;
}

/** The newest page goes on by itself. */
function LogRows({ ends, place, part, newest, startAnew }: LogRowsProps) {
  const { oldestSequence, newestSequence } = ends.events;
  const goesOn = isNewest(place);
  const newer = useNewer(goesOn ? newestSequence : null, place.type, startAnew);
  const rows = [...newer.rows, ...part.rows];
  const high = Math.max(part.high, goesOn ? newer.last : 0);
  if (newestSequence === 0 && rows.length === 0) return <Empty title={words.none} how={words.noneHow} />;
  return (
    <>
      {rows.length > 0 ? (
        <Table caption={words.title} columns={columnsWith(ends.deliveryCodes)} rows={rows} />
      ) : (
        <Empty title={noneIn(part, oldestSequence)} />
      )}
      <LogPager low={part.low} high={high} oldest={oldestSequence} newest={goesOn ? high : newest} />
    </>
  );
}

interface LogPagerProps {
  readonly low: number;
  readonly high: number;
  readonly oldest: number;
  readonly newest: number;
}

function LogPager({ low, high, oldest, newest }: LogPagerProps) {
  const { change } = useAddress();
  if (low <= oldest && high >= newest) return null;
  return (
    <nav className="pager" aria-label={words.pages}>
      <p className="quiet">
        {words.range(low, high)}. {high < newest && words.behind(newest - high)}
      </p>
      <Button disabled={high >= newest} onClick={() => change({ from: String(high), before: null })}>
        {words.newer}
      </Button>
      <Button disabled={low <= oldest} onClick={() => change({ before: String(low), from: null })}>
        {words.older}
      </Button>
    </nav>
  );
}
