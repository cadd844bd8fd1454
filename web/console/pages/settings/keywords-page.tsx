import './settings.css';
import { Link } from 'wouter';
import type { AnsweringOrganisation } from '../../../../src/domain/sms/inbound/keyword-answers.js';
import { encodeText } from '../../../../src/domain/sms/smart-encoding.js';
import { useAnswer } from '../../api/use-answer.js';
import { type KeywordSettingsFragment, Keywords, type KeywordsQuery } from '../../generated/documents.js';
import { Facts } from '../../parts/facts.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { useMay } from '../../state/viewer.js';
import { KEYWORDS, KeywordCard, Preview } from './keyword-parts.js';
import { words } from './keyword-texts.js';
import { KeywordsForm } from './keywords-form.js';

/** The words by which people stop and start messages, and the answers that they get. */
export function KeywordsPage() {
  const answer = useAnswer(Keywords, {});
  const mayChange = useMay('ORGANISATION_MANAGE');
  const mayReadAudit = useMay('AUDIT_READ');
  const keywords = answer.data?.keywords;
  const answered = KEYWORDS.filter((keyword) => keywords?.[`${keyword}Answered`]).map(
    (keyword) => words.names[keyword],
  );
  return (
    <Page
      title={words.title}
      sentence={keywords && words.sentence(answered)}
      question={{ query: Keywords, variables: {} }}
    >
      <Panel answer={answer} height="40rem">
        {(data) =>
          mayChange ? (
            <KeywordsForm keywords={data.keywords} organisation={answeringOrganisation(data.organisation)} />
          ) : (
            <KeywordFacts keywords={data.keywords} />
          )
        }
      </Panel>
      {mayReadAudit && (
        <p className="settings-history">
          <Link href="/audit?what=keywords_updated">{words.history}</Link>
        </p>
      )}
    </Page>
  );
}

const answeringOrganisation = ({ name, stopScope }: KeywordsQuery['organisation']): AnsweringOrganisation => ({
  name,
  stopScope: stopScope === 'PROMOTIONAL' ? 'promotional' : 'all',
});

/** For people who may not change them. */
function KeywordFacts({ keywords }: { readonly keywords: KeywordSettingsFragment }) {
  return (
    <>
      <div className="columns settings-columns">
        {KEYWORDS.map((keyword) => {
          const own = keywords[`${keyword}Words`];
          const answer = keywords.answers.find((one) => one.keyword === keyword.toUpperCase());
          return (
            <KeywordCard key={keyword} keyword={keyword} builtIn={keywords.builtIn}>
              <Facts look="settings-list" facts={{ [words.own]: own.length > 0 ? own.join(', ') : words.noOwn }} />
              {answer && keywords[`${keyword}Answered`] ? (
                <Preview {...encodeText(answer.text, false)} />
              ) : (
                <p>{words.notAnswered}</p>
              )}
            </KeywordCard>
          );
        })}
      </div>
      <p className="quiet">{words.limit}</p>
      <p className="quiet">{words.readOnly}</p>
    </>
  );
}
