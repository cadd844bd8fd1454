import { useMemo } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { type AuditAction, AuditActors, type AuditLogFilter } from '../../generated/documents.js';
import { SelectField, TextField } from '../../parts/forms/field.js';
import { Filters } from '../../parts/lists/filters.js';
import { useAddress } from '../../parts/use-address.js';
import { startOfDay } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';
import { actionWords, subjectWords, words } from './texts.js';

const NAMES = ['what', 'who', 'from', 'to'];
const MORE_NAMES = ['on'];
const ACTIONS = Object.keys(actionWords) as readonly AuditAction[];

interface AuditFiltersProps {
  /** The names of those who made the entries that are shown: one of them may not be a member any more. */
  readonly actors: ReadonlyMap<string, string>;
  /** Until the log has been read: who may not read it would be refused the lists of the fields as well. */
  readonly isWaiting: boolean;
}

export function AuditFilters({ actors, isWaiting }: AuditFiltersProps) {
  const { parameters } = useAddress();
  const at = (name: string) => parameters.get(name) ?? '';
  const { filters } = words;
  return (
    <Filters
      names={NAMES}
      moreNames={MORE_NAMES}
      more={<TextField label={filters.on} name="on" defaultValue={at('on')} />}
    >
      <SelectField label={filters.action} name="what" defaultValue={at('what').toLowerCase()}>
        <option value="">{text.list.any}</option>
        {Object.entries(subjectWords).map(([kind, name]) => (
          <optgroup key={kind} label={name}>
            {actionsOn(kind).map((action) => (
              <option key={action} value={action.toLowerCase()}>
                {actionWords[action]}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <WhoField chosen={at('who')} shown={actors} isWaiting={isWaiting} />
      <TextField label={filters.from} name="from" type="date" defaultValue={at('from')} />
      <TextField label={filters.to} name="to" type="date" defaultValue={at('to')} />
    </Filters>
  );
}

/** `message` must not take the actions on `messages`. */
function actionsOn(kind: string): readonly AuditAction[] {
  const prefix = `${kind.toUpperCase()}_`;
  return ACTIONS.filter((action) => action.startsWith(prefix));
}

interface WhoFieldProps {
  readonly chosen: string;
  readonly shown: ReadonlyMap<string, string>;
  readonly isWaiting: boolean;
}

function WhoField({ chosen, shown, isWaiting }: WhoFieldProps) {
  const { data } = useAnswer(AuditActors, {}, { pause: isWaiting });
  const members = data?.members.nodes.map(({ person }) => [person.id, person.email] as const) ?? [];
  const keys = data?.apiKeys.nodes.map(({ id, name }) => [id, name] as const) ?? [];
  const known = new Set([...members, ...keys].map(([id]) => id));
  const others = [...shown].filter(([id]) => !known.has(id));
  if (chosen && !known.has(chosen) && !shown.has(chosen)) others.push([chosen, chosen]);
  const groups = [
    [words.filters.members, members],
    [words.filters.keys, keys],
    [words.filters.others, others],
  ] as const;
  return (
    <SelectField
      // The choice of the address counts once the option is there.
      key={`${chosen} ${known.size}`}
      label={words.filters.who}
      name="who"
      defaultValue={chosen}
    >
      <option value="">{text.list.any}</option>
      {groups
        .filter(([, options]) => options.length > 0)
        .map(([label, options]) => (
          <optgroup key={label} label={label}>
            {options.map(([id, name]) => (
              <option key={id} value={id} dir="auto">
                {name}
              </option>
            ))}
          </optgroup>
        ))}
    </SelectField>
  );
}

/** The filter that the address says; undefined if it says none. */
export function useAuditFilter(): AuditLogFilter | undefined {
  const { parameters } = useAddress();
  return useMemo(() => {
    if (![...NAMES, ...MORE_NAMES].some((name) => parameters.has(name))) return undefined;
    const action = ACTIONS.find((one) => one === parameters.get('what')?.toUpperCase());
    return {
      actions: action && [action],
      actorId: parameters.get('who') ?? undefined,
      subjectId: parameters.get('on') ?? undefined,
      since: startOfDay(parameters.get('from'), 0),
      until: startOfDay(parameters.get('to'), 1),
    };
  }, [parameters]);
}
