import type { ComponentProps } from 'react';
import { Facts } from '../../parts/facts.js';
import { words } from './texts.js';

export function MessageFacts({ facts }: Pick<ComponentProps<typeof Facts>, 'facts'>) {
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">{words.facts}</h2>
      <Facts look="message-facts" facts={facts} />
    </section>
  );
}

export function MessageText({ children }: { readonly children: string | null }) {
  return (
    <section className="card" aria-labelledby="text">
      <h2 id="text">{words.text}</h2>
      {children === null ? (
        <p className="quiet">{words.textRemoved}</p>
      ) : (
        <p className="message-text" dir="auto">
          {children}
        </p>
      )}
    </section>
  );
}
