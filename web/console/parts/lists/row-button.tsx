import './rows.css';
import type { ReactNode } from 'react';
import { text } from '../../texts/text.js';
import { WriteButton } from '../forms/buttons.js';
import type { Column } from './table.js';

interface RowButtonProps {
  readonly label: string;
  /** What the row is about, for people who hear the button away from its row. */
  readonly of: string;
  readonly onPress: () => void;
}

/** A button in a row of a table or on a card. */
export function RowButton({ label, of, onPress }: RowButtonProps) {
  return (
    <WriteButton of={of} onClick={onPress}>
      {label}
    </WriteButton>
  );
}

/** The last column of a table: what can be done with a row, if anything can. */
export const actionsColumn = <Row,>(buttonsOf: (row: Row) => ReactNode): Column<Row> => ({
  name: text.list.actions,
  cell: (row) => {
    const buttons = buttonsOf(row);
    return buttons && <span className="row-actions">{buttons}</span>;
  },
});
