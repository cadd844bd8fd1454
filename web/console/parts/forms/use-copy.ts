import { useState } from 'react';
import { text } from '../../texts/text.js';

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
