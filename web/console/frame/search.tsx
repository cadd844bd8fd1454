import { useRef } from 'react';
import { useLocation } from 'wouter';
import { isId } from '../parts/use-address.js';
import { text } from '../texts/text.js';

/** One field for everything that people paste: a number, an id, the name of a campaign. */
export function Search() {
  const [, navigate] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const address = addressOfSearch(input.current?.value ?? '');
          if (address) navigate(address);
        }}
      >
        <input
          ref={input}
          id="search"
          className="input"
          type="search"
          aria-label={text.frame.search}
          placeholder={text.frame.searchHint}
          aria-keyshortcuts="/"
        />
      </form>
    </search>
  );
}

/** The page that answers a search: numbers lead to messages, ids to their object, other words to campaigns. */
function addressOfSearch(typed: string): string | null {
  const words = typed.trim();
  if (!words) return null;
  if (isId(words)) return `/find/${words.toLowerCase()}`;
  const digits = words.replaceAll(/[\s()+./-]/g, '');
  if (/^\d{8,15}$/.test(digits)) return `/messages?to=${digits}`;
  return `/campaigns?name=${encodeURIComponent(words)}`;
}
