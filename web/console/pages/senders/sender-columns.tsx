import { DeleteSender, type SenderRowFragment, type SenderStatus } from '../../generated/documents.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { actionsColumn, type Column } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { type Look, Status } from '../../parts/states/status.js';
import { LOCALE } from '../../texts/format.js';
import { words } from './texts.js';

export const COLUMNS: readonly Column<SenderRowFragment>[] = [
  { name: words.columns.name, isHeader: true, cell: ({ name }) => <strong>{name}</strong> },
  { name: words.columns.status, cell: (sender) => <State sender={sender} /> },
  { name: words.columns.countries, cell: ({ countries }) => <Countries codes={countries} /> },
  { name: words.columns.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  actionsColumn((sender) => !sender.holdsMessages && <Delete sender={sender} />),
];

const LOOKS: Readonly<Record<SenderStatus, Look>> = {
  PENDING: ['◷', 'held'],
  APPROVED: ['●', 'arrived'],
  REJECTED: ['✕', 'not-arrived'],
};

function State({ sender }: { readonly sender: SenderRowFragment }) {
  const { status, reason, holdsMessages, decidedAt, refusedAt, refusedBy } = sender;
  return (
    <span className="two-lines">
      <Status look={LOOKS[status]}>{words.statuses[status]}</Status>
      {decidedAt && (
        <span className="quiet">
          {words.decided} <Moment at={decidedAt} />
        </span>
      )}
      {reason && <span>{reason}</span>}
      {holdsMessages && <span className="quiet">{words.holds}</span>}
      {refusedAt && refusedBy && (
        <span className="quiet">
          ⚠ {words.refused(refusedBy)} <Moment at={refusedAt} />
        </span>
      )}
    </span>
  );
}

const regionNames = new Intl.DisplayNames(LOCALE, { type: 'region' });

function Countries({ codes }: { readonly codes: readonly string[] | null }) {
  if (codes === null) return <span className="quiet">{words.everywhere}</span>;
  const names = codes.map((code) => regionNames.of(code) ?? code);
  return <span title={names.join(', ')}>{words.countries(names)}</span>;
}

function Delete({ sender: { id, name, status } }: { readonly sender: SenderRowFragment }) {
  return (
    <ConfirmButton
      button={words.delete}
      of={name}
      title={words.deleting.title(name)}
      action={words.deleting.action}
      mutation={DeleteSender}
      input={() => ({ senderIdId: id })}
    >
      <p>{words.deleting.what}</p>
      {status === 'APPROVED' && <p>{words.deleting.again}</p>}
    </ConfirmButton>
  );
}
