import { useRef } from 'react';
import { useLocation } from 'wouter';
import { text } from '../texts/text.js';
import { addressOfSearch } from './search-address.js';

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
