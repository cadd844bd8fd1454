import { useMemo } from 'react';
import {
  LiftSuppression as LiftSuppressionMutation,
  type SuppressionCodesFragment,
  type SuppressionRowFragment,
} from '../../generated/documents.js';
import { onlyCategoryWords } from '../../texts/categories.js';
import { ConfirmChange } from '../forms/confirm-change.js';
import { actionsColumn, RowButton } from '../lists/row-button.js';
import { type Column, Table } from '../lists/table.js';
import { Moment } from '../moment.js';
import { Sandbox } from '../states/status.js';
import { Typed } from '../typed.js';
import { words } from './texts.js';

interface SuppressionTableProps {
  readonly rows: readonly SuppressionRowFragment[];
  readonly codes: SuppressionCodesFragment['deliveryCodes'];
  readonly onLift: (suppression: SuppressionRowFragment) => void;
}

export function SuppressionTable({ rows, codes, onLift }: SuppressionTableProps) {
  const columns = useMemo(() => columnsFor(codes, onLift), [codes, onLift]);
  return <Table caption={words.title} columns={columns} rows={rows} />;
}

const columnsFor = (
  codes: SuppressionCodesFragment['deliveryCodes'],
  onLift: SuppressionTableProps['onLift'],
): readonly Column<SuppressionRowFragment>[] => [
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
        {category && <span className="quiet">{onlyCategoryWords[category]}</span>}
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
    <RowButton label={words.lift} of={suppression.mobile} onPress={() => onLift(suppression)} />
  )),
];

interface LiftSuppressionProps {
  readonly suppression: SuppressionRowFragment;
  readonly code: SuppressionCodesFragment['deliveryCodes'][number] | undefined;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Asks with the meaning of the code, because the number may have been suppressed for a lawful objection. */
export function LiftSuppression({ suppression, code, onEnd, onClose }: LiftSuppressionProps) {
  const { id, mobile, senderId, reason } = suppression;
  return (
    <ConfirmChange
      title={words.lifting.title(mobile)}
      action={words.lifting.action}
      mutation={LiftSuppressionMutation}
      input={() => ({ id })}
      onDone={onEnd}
      onClose={onClose}
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
    </ConfirmChange>
  );
}
