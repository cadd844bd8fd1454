import type { KeyRowFragment } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { actionsColumn, type Column, Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Sandbox, Status } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { RevokeKey } from './change-key.js';
import { scopesInWords } from './scope-choice.js';
import { words } from './texts.js';

interface KeyTableProps {
  readonly rows: readonly KeyRowFragment[];
  readonly onRotate: (apiKey: KeyRowFragment) => void;
}

export function KeyTable({ rows, onRotate }: KeyTableProps) {
  const replaced = new Set(rows.filter(({ state }) => state !== 'REVOKED').map(({ replaces }) => replaces));
  const actions = actionsColumn<KeyRowFragment>(
    (apiKey) =>
      apiKey.state === 'ACTIVE' && (
        <>
          {!replaced.has(apiKey.id) && (
            <WriteButton of={apiKey.name} onClick={() => onRotate(apiKey)}>
              {words.rotate}
            </WriteButton>
          )}
          <RevokeKey apiKey={apiKey} />
        </>
      ),
  );
  return (
    <Table caption={words.title} columns={[...COLUMNS, actions]} rows={rows} isTest={({ mode }) => mode === 'TEST'} />
  );
}

const COLUMNS: readonly Column<KeyRowFragment>[] = [
  {
    name: words.columns.name,
    isHeader: true,
    cell: ({ name, hint, mode, createdBy }) => (
      <span className="two-lines">
        <span>
          <strong>
            <Typed>{name}</Typed>
          </strong>{' '}
          {mode === 'TEST' && <Sandbox />}
        </span>
        <code className="quiet">{hint}</code>
        {createdBy && <span className="quiet">{words.by(createdBy.name)}</span>}
      </span>
    ),
  },
  { name: words.columns.may, cell: ({ scopes }) => <span>{scopesInWords(scopes)}</span> },
  { name: words.columns.limits, cell: (apiKey) => <Limits apiKey={apiKey} /> },
  { name: words.columns.state, cell: (apiKey) => <State apiKey={apiKey} /> },
  { name: words.columns.used, cell: (apiKey) => <LastUsed apiKey={apiKey} /> },
];

function State({ apiKey: { state, expiresAt, revokedAt } }: { readonly apiKey: KeyRowFragment }) {
  const at = state === 'REVOKED' ? revokedAt : expiresAt;
  return (
    <span className="two-lines">
      <Status look={state === 'ACTIVE' ? ['●', 'arrived'] : ['–', 'cancelled']}>{words.states[state]}</Status>
      {at && (
        <span className="quiet">
          {state === 'ACTIVE' && words.until} <Moment at={at} />
        </span>
      )}
    </span>
  );
}

function LastUsed({ apiKey: { lastUsedAt, lastUsedFrom } }: { readonly apiKey: KeyRowFragment }) {
  if (!lastUsedAt) return <span className="quiet">{words.never}</span>;
  return (
    <span className="two-lines">
      <Moment at={lastUsedAt} />
      {lastUsedFrom && <span className="quiet">{words.from(lastUsedFrom)}</span>}
    </span>
  );
}

function Limits({ apiKey: { sessionIds, senderIds, addresses } }: { readonly apiKey: KeyRowFragment }) {
  const limits = [
    sessionIds && words.limits.phones(sessionIds.length),
    senderIds && words.limits.senders(senderIds),
    addresses && words.limits.addresses(addresses),
  ].filter((one) => one !== null);
  if (limits.length === 0) return <span className="quiet">{words.unlimited}</span>;
  return (
    <ul className="plain">
      {limits.map((limit) => (
        <li key={limit}>{limit}</li>
      ))}
    </ul>
  );
}
