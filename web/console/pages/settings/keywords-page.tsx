import './settings.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type EncodedText, encodeText } from '../../../../src/domain/sms/smart-encoding.js';
import { useAnswer } from '../../api/use-answer.js';
import { type ConsentWish, type KeywordSettingsFragment, Keywords } from '../../generated/documents.js';
import { Facts } from '../../parts/facts.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { useMay } from '../../state/viewer.js';
import { words } from './keyword-texts.js';
import { KeywordsForm } from './keywords-form.js';

export const WISHES = ['stop', 'start', 'help'] as const satisfies readonly Lowercase<ConsentWish>[];
export type Wish = (typeof WISHES)[number];

/** The words by which people stop and start messages, and the answers that they get. */
export function KeywordsPage() {
  const answer = useAnswer(Keywords, {});
  const mayChange = useMay('ORGANISATION_MANAGE');
  const mayReadAudit = useMay('AUDIT_READ');
  const keywords = answer.data?.keywords;
  const answered = WISHES.filter((wish) => keywords?.[`${wish}Answered`]).map((wish) => words.names[wish]);
  return (
    <Page
      title={words.title}
      sentence={keywords && words.sentence(answered)}
      question={{ query: Keywords, variables: {} }}
    >
      <Panel answer={answer} height="40rem">
        {(data) =>
          mayChange ? (
            <KeywordsForm keywords={data.keywords} name={data.organisation.name} />
          ) : (
            <KeywordFacts keywords={data.keywords} />
          )
        }
      </Panel>
      {mayReadAudit && (
        <p>
          <Link href="/audit?what=keywords_updated">{words.history}</Link>
        </p>
      )}
    </Page>
  );
}

/** For people who may not change them. */
function KeywordFacts({ keywords }: { readonly keywords: KeywordSettingsFragment }) {
  return (
    <>
      <div className="columns settings-columns">
        {WISHES.map((wish) => {
          const own = keywords[`${wish}Words`];
          const answer = keywords.answers.find((one) => one.wish === wish.toUpperCase());
          return (
            <WishCard key={wish} wish={wish} builtIn={keywords.builtIn}>
              <Facts look="settings-list" facts={{ [words.own]: own.length > 0 ? own.join(', ') : words.noOwn }} />
              {answer && keywords[`${wish}Answered`] ? (
                <Preview {...encodeText(answer.text, false)} />
              ) : (
                <p>{words.notAnswered}</p>
              )}
            </WishCard>
          );
        })}
      </div>
      <p className="quiet">{words.limit}</p>
      <p className="quiet">{words.readOnly}</p>
    </>
  );
}

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
