import { Link } from 'wouter';
import type { AuditRowFragment } from '../../generated/documents.js';
import type { Column } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Typed } from '../../parts/typed.js';
import { formatList, formatNumber, formatTime } from '../../texts/format.js';
import { actionWords, settingWords, subjectWords, words } from './texts.js';
import { timeIn } from './times.js';

const { columns } = words;

export const COLUMNS: readonly Column<AuditRowFragment>[] = [
  { name: columns.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: columns.who, cell: (entry) => <Who entry={entry} /> },
  { name: columns.what, isHeader: true, cell: ({ action }) => actionWords[action] },
  { name: columns.subject, cell: (entry) => <Subject entry={entry} /> },
  { name: columns.changes, cell: (entry) => <Changes entry={entry} /> },
];

function Who({ entry: { actor, address } }: { readonly entry: AuditRowFragment }) {
  const { kind, actorId, name } = actor;
  return (
    <span className="two-lines">
      {actorId ? (
        <Link href={`/audit?who=${actorId}`} title={words.allBy(name)}>
          <Typed>{name}</Typed>
        </Link>
      ) : (
        <Typed>{name}</Typed>
      )}
      <span className="quiet">{[kind !== 'PERSON' && words.kinds[kind], address].filter(Boolean).join(', ')}</span>
    </span>
  );
}

/** The folders of the pages that show a subject. */
const FOLDERS: Readonly<Record<string, string>> = {
  campaign: 'campaigns',
  message: 'messages',
  session: 'phones',
  webhook: 'webhooks',
};

function Subject({ entry }: { readonly entry: AuditRowFragment }) {
  const { subjectType, subjectId } = entry;
  const kind = subjectWords[subjectType] ?? subjectType;
  const name = nameOf(entry);
  const folder = FOLDERS[subjectType];
  return (
    <span className="two-lines">
      <span>
        {folder && subjectId ? <Link href={`/${folder}/${subjectId}`}>{kind}</Link> : kind}{' '}
        {name && <Typed>{name}</Typed>}
      </span>
      {subjectId && (
        <Link className="quiet" href={`/audit?on=${subjectId}`}>
          {words.allAbout}
        </Link>
      )}
    </span>
  );
}

/** What people call the subject, if the entry says it. */
function nameOf({ before, after }: AuditRowFragment): string | null {
  const { email, name } = { ...before, ...after };
  const found = email ?? name;
  return typeof found === 'string' ? found : null;
}

function Changes({ entry: { before, after } }: { readonly entry: AuditRowFragment }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  if (changed.length === 0) return '–';
  const { changes } = words;
  return (
    <table className={before && after ? 'changes' : 'changes values'}>
      <caption className="visually-hidden">{changes.caption}</caption>
      <thead className={before && after ? undefined : 'visually-hidden'}>
        <tr>
          <th scope="col">{changes.setting}</th>
          {before && <th scope="col">{after ? changes.before : changes.value}</th>}
          {after && <th scope="col">{before ? changes.after : changes.value}</th>}
        </tr>
      </thead>
      <tbody>
        {changed.map((name) => (
          <tr key={name}>
            <th scope="row">{settingWords[name] ?? sentenceOf(name)}</th>
            {before && (
              <td data-label={changes.before} dir="auto">
                {inWordsOf(name, before[name])}
              </td>
            )}
            {after && (
              <td data-label={changes.after} dir="auto">
                {inWordsOf(name, after[name])}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const sentenceOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** What null means depends on the setting. */
const inWordsOf = (name: string, value: unknown): string =>
  value === null ? (words.nulls[name] ?? inWords(value)) : inWords(value);

/** A setting may have any value that JSON has. */
function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') {
    const time = timeIn(value);
    return time ? formatTime(time) : value;
  }
  if (Array.isArray(value)) return value.length === 0 ? words.nothing : formatList(value.map(inWords));
  return JSON.stringify(value);
}
