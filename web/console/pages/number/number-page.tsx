import { type ReactNode, useId } from 'react';
import { Link, Redirect, useParams } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { ExplainNumber, type ExplainNumberQuery, type ForecastFragment } from '../../generated/documents.js';
import { FilterField, Filters } from '../../parts/lists/filters.js';
import { isTestMode, ModeLinks, unknownModesOf } from '../../parts/lists/mode-links.js';
import { Table } from '../../parts/lists/table.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { SuppressionTable } from '../../parts/suppressions/suppression-table.js';
import { useAddress } from '../../parts/use-address.js';
import { useViewer } from '../../state/viewer.js';
import { CONSENT_COLUMNS, RECEIVED_COLUMNS, sentColumns } from './number-columns.js';
import { words } from './texts.js';

type Explained = ExplainNumberQuery['explainNumber'];

/** What support looks at when a person says that nothing arrives. */
export function NumberPage() {
  const { mobile = '' } = useParams();
  const scopes = useViewer()?.scopes;
  // Leads people who may read chat messages alone on to those.
  if (scopes && !scopes.includes('SMS_READ')) return <Redirect to={`/messages?to=${mobile}`} replace />;
  return <Explanation mobile={mobile} />;
}

function Explanation({ mobile }: { readonly mobile: string }) {
  const { parameters } = useAddress();
  const senderId = parameters.get('sender') ?? undefined;
  const variables = { mobile, senderId };
  const answer = useAnswer(ExplainNumber, variables);
  const { data } = answer;
  const codes = data?.deliveryCodes ?? [];
  const isTest = isTestMode(parameters, data !== undefined && isKnownToSandboxAlone(data.explainNumber));
  const now = isTest ? data?.toSandbox.now : data?.explainNumber.now;
  return (
    <Page title={words.title(mobile)} sentence={now && sentenceOf(now)} question={{ query: ExplainNumber, variables }}>
      <Filters names={['sender']} others={{ mode: unknownModesOf(parameters) }}>
        <FilterField label={words.filters.sender} name="sender" type="search" />
      </Filters>
      <Panel answer={answer} height="40rem">
        {({ explainNumber: { suppressions, consent, lastSent, lastReceived } }) => (
          <div className="stack">
            <ModeLinks isTest={isTest} />
            {now && (
              <p className={isTest ? 'card sandbox' : 'card'}>
                {now.explanation.rule} {now.explanation.next}
              </p>
            )}
            <Section title={words.suppressions.title} rows={suppressions} none={words.suppressions.none}>
              {(rows) => <SuppressionTable rows={rows} codes={codes} />}
            </Section>
            <Section title={words.consent.title} rows={consent} none={words.consent.none}>
              {(rows) => <Table caption={words.consent.title} columns={CONSENT_COLUMNS} rows={rows} />}
            </Section>
            <Section title={words.sent.title} rows={lastSent} none={words.sent.none}>
              {(rows) => <Table caption={words.sent.title} columns={sentColumns(codes)} rows={rows} />}
            </Section>
            <p>
              <Link href={`/messages?to=${mobile}`}>{words.sent.all}</Link> ·{' '}
              <Link href={`/messages/chat?to=${mobile}`}>{words.sent.chat}</Link>
            </p>
            <Section title={words.received.title} rows={lastReceived} none={words.received.none}>
              {(rows) => <Table caption={words.received.title} columns={RECEIVED_COLUMNS} rows={rows} />}
            </Section>
          </div>
        )}
      </Panel>
    </Page>
  );
}

function isKnownToSandboxAlone({ suppressions, consent, lastSent, lastReceived }: Explained): boolean {
  const rows = [suppressions, consent, lastSent, lastReceived].flatMap(
    (list): readonly { test: boolean }[] => list ?? [],
  );
  return rows.length > 0 && rows.every(({ test }) => test);
}

function sentenceOf({ status, gateway, explanation }: ForecastFragment): string {
  return status === 'SENT' && gateway ? words.leaves(gateway) : words.fate(status, explanation.cause);
}

interface SectionProps<Row> {
  readonly title: string;
  /** Null: the person may not read the list. */
  readonly rows: readonly Row[] | null;
  readonly none: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

function Section<Row>({ title, rows, none, children }: SectionProps<Row>) {
  const id = useId();
  const missing = rows === null ? words.hidden : rows.length === 0 && none;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {missing ? <p className="quiet">{missing}</p> : rows && children(rows)}
    </section>
  );
}
