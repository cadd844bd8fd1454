import { useAnswer } from '../../api/use-answer.js';
import { type EventLogEndsQuery, EventsAfter } from '../../generated/documents.js';
import { Empty } from '../../parts/empty.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../parts/table.js';
import { useAddress } from '../../parts/use-address.js';
import { columnsWith } from './event-columns.js';
import { argumentsOf, isNewest, type LogPart, type Place, partOf } from './log-page.js';
import { words } from './texts.js';
import { useNewer } from './use-newer.js';

interface EventLogProps {
  readonly ends: EventLogEndsQuery;
  readonly place: Place;
  readonly startAnew: () => void;
}

/** A page of the log, newest first: who looks wants to know what has just happened. The newest page goes on by itself. */
export function EventLog({ ends, place, startAnew }: EventLogProps) {
  const { change } = useAddress();
  const { oldestSequence, newestSequence } = ends.events;
  const variables = argumentsOf(place, ends.events);
  const answer = useAnswer(EventsAfter, variables);
  const goesOn = isNewest(place);
  const newer = useNewer(goesOn ? newestSequence : null, place.type, startAnew);

  if (answer.failure?.code === 'EVENTS_EXPIRED' || (place.before !== null && place.before <= oldestSequence)) {
    return (
      <Empty title={words.expired} how={words.expiredHow(ends.installation.eventRetentionDays, oldestSequence)}>
        <button
          type="button"
          className="button"
          onClick={() => change({ from: String(oldestSequence - 1), before: null })}
        >
          {words.toOldest}
        </button>
      </Empty>
    );
  }
  if (place.from !== null && place.from > newestSequence) {
    return (
      <Empty title={words.ahead(newestSequence)} how={words.aheadHow}>
        <button type="button" className="button" onClick={() => change({ from: null, before: null })}>
          {words.toNewest}
        </button>
      </Empty>
    );
  }
  if (newestSequence === 0 && newer.rows.length === 0) return <Empty title={words.none} how={words.noneHow} />;
  return (
    <Panel answer={answer} height="60rem">
      {({ events }) => {
        const part = partOf(events, place, variables.after);
        const rows = [...newer.rows, ...part.rows];
        const high = Math.max(part.high, goesOn ? newer.last : 0);
        return (
          <>
            {rows.length > 0 ? (
              <Table
                caption={words.title}
                columns={columnsWith(ends.deliveryCodes)}
                rows={rows}
                keyOf={({ sequence }) => String(sequence)}
                isTest={({ test }) => test === true}
              />
            ) : (
              <Empty
                title={part.low <= oldestSequence ? words.noneOfTypeAtAll : words.noneOfType(part.low, part.high)}
              />
            )}
            <LogPager part={{ ...part, high }} oldest={oldestSequence} newest={goesOn ? high : events.newestSequence} />
          </>
        );
      }}
    </Panel>
  );
}

interface LogPagerProps {
  readonly part: Omit<LogPart, 'rows'>;
  readonly oldest: number;
  readonly newest: number;
}

function LogPager({ part: { low, high }, oldest, newest }: LogPagerProps) {
  const { change } = useAddress();
  if (low <= oldest && high >= newest) return null;
  return (
    <nav className="pager" aria-label={words.pages}>
      <p className="quiet">
        {words.range(low, high)}. {high < newest && words.behind(newest - high)}
      </p>
      <button
        type="button"
        className="button"
        disabled={high >= newest}
        onClick={() => change({ from: String(high), before: null })}
      >
        {words.newer}
      </button>
      <button
        type="button"
        className="button"
        disabled={low <= oldest}
        onClick={() => change({ before: String(low), from: null })}
      >
        {words.older}
      </button>
    </nav>
  );
}
