import type { ReactNode } from 'react';
import type { EncodedText } from '../../../../src/domain/sms/smart-encoding.js';
import type { ConsentWish, KeywordSettingsFragment } from '../../generated/documents.js';
import { words } from './keyword-texts.js';

export const WISHES = ['stop', 'start', 'help'] as const satisfies readonly Lowercase<ConsentWish>[];
export type Wish = (typeof WISHES)[number];

interface WishCardProps {
  readonly wish: Wish;
  readonly builtIn: KeywordSettingsFragment['builtIn'];
  readonly children: ReactNode;
}

/** A kind of keywords, with the words of every organisation. */
export function WishCard({ wish, builtIn, children }: WishCardProps) {
  const own = builtIn.filter((one) => one.wish === wish.toUpperCase());
  return (
    <section className="card form" aria-labelledby={wish}>
      <h2 id={wish}>{words.names[wish]}</h2>
      <p className="quiet">{words.what[wish]}</p>
      <div>
        <h3>{words.builtIn}</h3>
        <p>
          {own.map(({ word, source }, place) => (
            <span key={word}>
              {place > 0 && ', '}
              <span title={source}>{word}</span>
            </span>
          ))}
        </p>
      </div>
      {children}
    </section>
  );
}

/** A text as a person gets it, with its size. */
export function Preview({ text, segments, units, encoding }: EncodedText) {
  return (
    <figure>
      <figcaption className="quiet">{words.preview}</figcaption>
      <blockquote className="answer-text" dir="auto">
        {text}
      </blockquote>
      <p className="quiet">{words.size(segments, units, words.encodings[encoding])}</p>
    </figure>
  );
}
