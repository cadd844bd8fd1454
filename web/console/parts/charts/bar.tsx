import { text } from '../../texts/text.js';
import { type Counts, notArrivedOf, PARTS, totalOf, underWayOf } from '../states/counts.js';

/** What became of the messages, as a stacked bar with its numbers in words. */
export function CountsBar({ counts }: { readonly counts: Counts }) {
  const total = totalOf(counts);
  return (
    <div className="bar" role="img" aria-label={describeCounts(counts)}>
      {PARTS.filter(({ key }) => counts[key] > 0).map(({ key, group, isHatched }) => (
        <span
          key={key}
          className={`${group}${isHatched ? ' hatched' : ''}`}
          style={{ flexGrow: counts[key] / Math.max(1, total) }}
        />
      ))}
    </div>
  );
}

/** The same with its first number below it. */
export function ArrivedBar({ counts }: { readonly counts: Counts }) {
  return (
    <div className="progress">
      <CountsBar counts={counts} />
      <span className="quiet">{text.bar.arrived(counts.delivered, totalOf(counts))}</span>
    </div>
  );
}

function describeCounts(counts: Counts): string {
  const words = [text.bar.arrived(counts.delivered, totalOf(counts))];
  if (underWayOf(counts) > 0) words.push(text.bar.underWay(underWayOf(counts)));
  if (counts.held > 0) words.push(text.bar.held(counts.held));
  if (notArrivedOf(counts) > 0) words.push(text.bar.notArrived(notArrivedOf(counts)));
  if (counts.cancelled > 0) words.push(text.bar.cancelled(counts.cancelled));
  return words.join(', ');
}
