import { Link } from 'wouter';
import type { AuditRowFragment } from '../../generated/documents.js';
import type { Column } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Typed } from '../../parts/typed.js';
import { Changes } from './changes.js';
import { actionWords, subjectWords, words } from './texts.js';

const { columns } = words;

export const COLUMNS: readonly Column<AuditRowFragment>[] = [
  { name: columns.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: columns.who, cell: (entry) => <Who entry={entry} /> },
  { name: columns.what, isHeader: true, cell: ({ action }) => actionWords[action] },
  { name: columns.subject, cell: (entry) => <Subject entry={entry} /> },
  { name: columns.changes, cell: (entry) => <Changes entry={entry} /> },
];

function Who({ entry: { actor, address } }: { readonly entry: AuditRowFragment }) {
  const { kind, id, name } = actor;
  return (
    <span className="two-lines">
      {id ? (
        <Link href={`/audit?who=${id}`} title={words.allBy(name)}>
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
