import { useMemo } from 'react';
import {
  LiftSuppression,
  type SuppressionCodesFragment,
  type SuppressionRowFragment,
} from '../../generated/documents.js';
import { text } from '../../texts/text.js';
import { ConfirmButton } from '../forms/confirm-change.js';
import { actionsColumn, type Column, Table } from '../lists/table.js';
import { Moment } from '../moment.js';
import { Sandbox } from '../states/status.js';
import { Typed } from '../typed.js';
import { words } from './texts.js';

type Codes = SuppressionCodesFragment['deliveryCodes'];

interface SuppressionTableProps {
  readonly rows: readonly SuppressionRowFragment[];
  readonly codes: Codes;
}

export function SuppressionTable({ rows, codes }: SuppressionTableProps) {
  const columns = useMemo(() => columnsFor(codes), [codes]);
  return <Table caption={words.title} columns={columns} rows={rows} />;
}

const columnsFor = (codes: Codes): readonly Column<SuppressionRowFragment>[] => [
  {
    name: words.columns.number,
    isHeader: true,
    cell: ({ mobile, test }) => (
      <span>
        <strong>{mobile}</strong> {test && <Sandbox />}
      </span>
    ),
  },
  {
    name: words.columns.sender,
    cell: ({ senderId, category }) => (
      <span className="two-lines">
        <span>{senderId ?? words.everySender}</span>
        {category && <span className="quiet">{text.onlyCategory[category]}</span>}
      </span>
    ),
  },
  {
    name: words.columns.why,
    cell: ({ deliveryCode, reason }) => {
      const known = codes.find(({ code }) => code === deliveryCode);
      return (
        <span className="two-lines">
          <span>
            {deliveryCode} {known?.name}
          </span>
          <span className="quiet">
            <Typed>{reason ?? known?.meaning ?? ''}</Typed>
          </span>
        </span>
      );
    },
  },
  { name: words.columns.by, cell: ({ source }) => <span>{words.sources[source]}</span> },
  { name: words.columns.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  actionsColumn((suppression) => (
    <Lift suppression={suppression} code={codes.find(({ code }) => code === suppression.deliveryCode)} />
  )),
];

interface LiftProps {
  readonly suppression: SuppressionRowFragment;
  readonly code: Codes[number] | undefined;
}

/** Asks with the meaning of the code, because the number may have been suppressed for a lawful objection. */
function Lift({ suppression, code }: LiftProps) {
  const { id, mobile, senderId, reason } = suppression;
  return (
    <ConfirmButton
      button={words.lift}
      of={mobile}
      title={words.lifting.title(mobile)}
      action={words.lifting.action}
      mutation={LiftSuppression}
      input={() => ({ id })}
    >
      <p>{senderId ? words.lifting.oneSender(senderId) : words.lifting.everySender}</p>
      {code && (
        <div className="note warning">
          <p>
            <strong>{words.lifting.code(code.code, code.name)}</strong> {words.lifting.meaning(code.meaning)}
          </p>
          {code.recommendedAction && <p>{words.lifting.advice(code.recommendedAction)}</p>}
          {reason && <p className="quiet">{reason}</p>}
        </div>
      )}
      <p>{words.lifting.again}</p>
    </ConfirmButton>
  );
}
