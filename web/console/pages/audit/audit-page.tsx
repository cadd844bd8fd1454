import { useAnswer } from '../../api/use-answer.js';
import { type AuditAction, AuditActors, AuditLog, type AuditLogFilter } from '../../generated/documents.js';
import { Empty } from '../../parts/lists/empty.js';
import { Paged, usePageArguments } from '../../parts/lists/pager.js';
import { Table } from '../../parts/lists/table.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { COLUMNS } from './audit-columns.js';
import { actionWords, subjectWords, words } from './texts.js';
import './audit.css';
import { FilterChoice, FilterField, Filters } from '../../parts/lists/filters.js';
import { enumValueOf, useAddress } from '../../parts/use-address.js';
import { startOfDay } from '../../texts/local-time.js';

const PAGE_ROWS = 50;

export function AuditPage() {
  const filter = useAuditFilter();
  const variables = { filter, ...usePageArguments(PAGE_ROWS) };
  const answer = useAnswer(AuditLog, variables);
  const entries = answer.data?.auditLog.nodes ?? [];
  const actors = new Map(
    entries.flatMap(({ actor: { actorId, name } }) => (actorId ? [[actorId, name] as const] : [])),
  );
  const mayRead = answer.failure?.code !== 'FORBIDDEN';
  return (
    <Page title={words.title} sentence={words.sentence} question={{ query: AuditLog, variables }}>
      {mayRead && <AuditFilters actors={actors} isWaiting={!answer.data} />}
      <div className="audit">
        <Panel answer={answer} height="40rem" listOf={({ auditLog }) => auditLog}>
          {({ auditLog }) => (
            <Paged
              list={auditLog}
              unfiltered={filter && '/audit'}
              none={<Empty title={words.none} how={words.noneHow} />}
            >
              <Table caption={words.title} columns={COLUMNS} rows={auditLog.nodes} />
            </Paged>
          )}
        </Panel>
      </div>
    </Page>
  );
}

const NAMES = ['what', 'who', 'from', 'to'];
const MORE_NAMES = ['on'];
const ACTIONS = Object.keys(actionWords) as readonly AuditAction[];

interface AuditFiltersProps {
  /** The names of those who made the entries that are shown: one of them may not be a member any more. */
  readonly actors: ReadonlyMap<string, string>;
  /** Until the log has been read: who may not read it would be refused the lists of the fields as well. */
  readonly isWaiting: boolean;
}

function AuditFilters({ actors, isWaiting }: AuditFiltersProps) {
  const { filters } = words;
  return (
    <Filters names={NAMES} moreNames={MORE_NAMES} more={<FilterField label={filters.on} name="on" />}>
      <FilterChoice label={filters.action} name="what">
        {Object.entries(subjectWords).map(([kind, name]) => (
          <optgroup key={kind} label={name}>
            {actionsOn(kind).map((action) => (
              <option key={action} value={action.toLowerCase()}>
                {actionWords[action]}
              </option>
            ))}
          </optgroup>
        ))}
      </FilterChoice>
      <WhoField shown={actors} isWaiting={isWaiting} />
      <FilterField label={filters.from} name="from" type="date" />
      <FilterField label={filters.to} name="to" type="date" />
    </Filters>
  );
}

/** `message` must not take the actions on `messages`. */
function actionsOn(kind: string): readonly AuditAction[] {
  const prefix = `${kind.toUpperCase()}_`;
  return ACTIONS.filter((action) => action.startsWith(prefix));
}

interface WhoFieldProps {
  readonly shown: ReadonlyMap<string, string>;
  readonly isWaiting: boolean;
}

function WhoField({ shown, isWaiting }: WhoFieldProps) {
  const chosen = useAddress().parameters.get('who')?.toLowerCase();
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
    // The choice of the address counts once the option is there.
    <FilterChoice key={`${chosen} ${known.size}`} label={words.filters.who} name="who">
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
    </FilterChoice>
  );
}

/** The filter that the address says; undefined if it says none. */
function useAuditFilter(): AuditLogFilter | undefined {
  const { parameters } = useAddress();
  if (![...NAMES, ...MORE_NAMES].some((name) => parameters.has(name))) return undefined;
  const action = enumValueOf(actionWords, parameters.get('what'));
  return {
    actions: action && [action],
    actorId: parameters.get('who') ?? undefined,
    subjectId: parameters.get('on') ?? undefined,
    since: startOfDay(parameters.get('from'), 0),
    until: startOfDay(parameters.get('to'), 1),
  };
}
