import { useState } from 'react';
import { text } from '../../texts/text.js';
import { Button } from './buttons.js';

interface CopyButtonProps {
  readonly value: string;
  readonly label?: string;
  /** What is copied, for people who hear the button alone. */
  readonly of?: string;
}

export function CopyButton({ value, label = text.copy.button, of }: CopyButtonProps) {
  const { copy, said } = useCopy();
  return (
    <span className="copy-button">
      <Button of={of} onClick={() => void copy(() => value)}>
        {label}
      </Button>
      <span role="status" className="quiet">
        {said}
      </span>
    </span>
  );
}

const SHOW_MS = 3_000;

interface Copying {
  readonly copy: (makeText: () => string | Promise<string>) => Promise<void>;
  /** Whether it worked, for a live region; empty after a moment. */
  readonly said: string;
}

/** Copies to the clipboard, and says whether the browser allowed it. */
export function useCopy(): Copying {
  const [said, setSaid] = useState('');
  const copy: Copying['copy'] = async (makeText) => {
    const isCopied = await Promise.resolve(makeText())
      .then((made) => navigator.clipboard.writeText(made))
      .then(
        () => true,
        () => false,
      );
    setSaid(isCopied ? text.copy.done : text.copy.failed);
    setTimeout(() => setSaid(''), SHOW_MS);
  };
  return { copy, said };
}
