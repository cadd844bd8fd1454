import { useCopy } from './use-copy.js';

interface CopyButtonProps {
  readonly value: string;
  readonly label: string;
  /** What is copied, for people who hear the button away from what stands beside it. */
  readonly what?: string;
}

export function CopyButton({ value, label, what }: CopyButtonProps) {
  const { copy, said } = useCopy();
  return (
    <span className="copy-button">
      <button type="button" className="button" onClick={() => void copy(() => value)}>
        {label}
        {what && <span className="visually-hidden"> {what}</span>}
      </button>
      <span role="status" className="quiet">
        {said}
      </span>
    </span>
  );
}
