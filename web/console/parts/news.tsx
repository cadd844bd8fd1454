import { useState } from 'react';

/** Says words that have changed since the page was opened, to people who do not see it. */
export function News({ words }: { readonly words: string }) {
  const [first] = useState(words);
  return (
    <span role="status" className="visually-hidden">
      {words === first ? '' : words}
    </span>
  );
}
