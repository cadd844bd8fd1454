import type { EventType } from '../../generated/documents.js';
import { eventFamilies, eventWords, typesOf, wireType } from '../../texts/event-types.js';
import { enumValueOf } from '../use-address.js';

/** A type of event as programs know it. */
export function EventTypeCode({ type }: { readonly type: EventType }) {
  return <code title={eventWords[type]}>{wireType(type)}</code>;
}

/** The types as options of a select, by what they are about. */
export function EventTypeOptions() {
  return eventFamilies.map(([prefix, name]) => (
    <optgroup key={prefix} label={name}>
      {typesOf(prefix).map((type) => (
        <option key={type} value={type.toLowerCase()}>
          {eventWords[type]}
        </option>
      ))}
    </optgroup>
  ));
}

export const eventTypeOf = (parameter: string | null): EventType | undefined => enumValueOf(eventWords, parameter);
