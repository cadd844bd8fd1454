import type { ReactNode } from 'react';
import type { EncodedText } from '../../../../src/domain/sms/smart-encoding.js';
import type { Keyword, KeywordSettingsFragment } from '../../generated/documents.js';
import { words } from './keyword-texts.js';

export const KEYWORDS = ['stop', 'start', 'help'] as const satisfies readonly Lowercase<Keyword>[];
export type KeywordName = (typeof KEYWORDS)[number];

interface KeywordCardProps {
  readonly keyword: KeywordName;
  readonly builtIn: KeywordSettingsFragment['builtIn'];
  readonly children: ReactNode;
}

/** A kind of keywords, with the words of every organisation. */
export function KeywordCard({ keyword, builtIn, children }: KeywordCardProps) {
  const own = builtIn.filter((one) => one.keyword === keyword.toUpperCase());
  return (
    <section className="card form" aria-labelledby={keyword}>
      <h2 id={keyword}>{words.names[keyword]}</h2>
      <p className="quiet">{words.what[keyword]}</p>
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
