import './rows.css';
import { WriteButton } from '../forms/write-button.js';

interface RowButtonProps {
  readonly label: string;
  /** What the row is about, for people who hear the button away from its row. */
  readonly of: string;
  readonly onPress: () => void;
  readonly isDanger?: boolean;
}

/** A button in a row of a table or on a card; several stand in an element with the class `row-actions`. */
export function RowButton({ label, of, onPress, isDanger }: RowButtonProps) {
  return (
    <WriteButton className={isDanger ? 'button danger' : 'button'} onClick={onPress}>
      {label}
      <span className="visually-hidden"> {of}</span>
    </WriteButton>
  );
}
