import type { ReactNode } from 'react';
import { words } from './texts.js';

/** Values by their names; names without a value are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">{words.facts}</h2>
      <dl className="message-facts">
        {Object.entries(facts)
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
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
