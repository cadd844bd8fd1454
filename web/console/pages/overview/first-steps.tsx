import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { newKey, useChange } from '../../api/use-change.js';
import { PracticeCampaign, type PracticeCampaignQuery, SendPractice } from '../../generated/documents.js';
import { ArrivedBar } from '../../parts/charts/bar.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Panel } from '../../parts/panel.js';
import type { Counts } from '../../parts/states/counts.js';
import { Sandbox, StatusWord } from '../../parts/states/status.js';
import { useAddress } from '../../parts/use-address.js';
import { useMay } from '../../state/viewer.js';
import type { StepsTaken } from './steps.js';
import { words } from './texts.js';

interface FirstStepsProps {
  readonly taken: StepsTaken;
  /** Of the practice campaign that was just sent. */
  readonly counts: Counts | undefined;
}

/** What a new organisation sees first. A step is ticked off when it is taken, wherever that was. */
export function FirstSteps({ taken, counts }: FirstStepsProps) {
  const maySend = useMay('SMS_SEND');
  const mayMakeKeys = useMay('KEYS_MANAGE');
  const mayConnect = useMay('SESSIONS_MANAGE');
  const { steps } = words;
  return (
    <section className="stack" aria-labelledby="steps">
      <h2 id="steps">{steps.title}</h2>
      <ol className="steps">
        <Step title={steps.practice} why={steps.practiceWhy} isDone={taken.hasPractised}>
          {maySend ? <Practice isAgain={taken.hasPractised === true} counts={counts} /> : <p>{steps.practiceNo}</p>}
        </Step>
        <Step title={steps.key} why={steps.keyWhy} isDone={taken.hasKey}>
          <Way isOpen={mayMakeKeys} href="/keys" name={steps.keyButton} otherwise={steps.keyNo} />
        </Step>
        <Step title={steps.phone} why={steps.phoneWhy} isDone={taken.hasPhone}>
          <Way isOpen={mayConnect} href="/phones" name={steps.phoneButton} otherwise={steps.phoneNo} />
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  readonly title: string;
  readonly why: string;
  readonly isDone: boolean | undefined;
  readonly children: ReactNode;
}

function Step({ title, why, isDone, children }: StepProps) {
  return (
    <li className={isDone ? 'card step done' : 'card step'}>
      <h3>
        {title} {isDone && <span className="tick">{words.steps.done}</span>}
      </h3>
      <p className="quiet">{why}</p>
      {children}
    </li>
  );
}

interface WayProps {
  readonly isOpen: boolean;
  readonly href: string;
  readonly name: string;
  readonly otherwise: string;
}

function Way({ isOpen, href, name, otherwise }: WayProps) {
  if (!isOpen) return <p>{otherwise}</p>;
  return (
    <p>
      <Link className="button" href={href}>
        {name}
      </Link>
    </p>
  );
}

/** The numbers of the sandbox (docs/sandbox.md), each with an outcome of its own, but for those that wait for days. */
const TAILS = ['00', '02', '10', '11', '12', '14', '15', '16', '17', '18', '19', '20', '22', '23', '24'];

interface PracticeProps {
  readonly isAgain: boolean;
  /** The counts of the practice campaign that is shown; another object whenever they have changed. */
  readonly counts: Counts | undefined;
}

/** One click sends it; the outcomes come in below the button. The address keeps which campaign it was. */
function Practice({ isAgain, counts }: PracticeProps) {
  const { parameters, change } = useAddress();
  const { run, isRunning, failure, userErrors } = useChange(SendPractice);
  // Kept until it is answered, so that a lost answer never sends twice.
  const [idempotencyKey, setKey] = useState(newKey);
  const id = parameters.get('practice');
  const send = async () => {
    const data = await run({
      input: {
        name: words.steps.practiceName,
        message: words.steps.practiceText,
        recipients: TAILS.map((tail) => ({ to: `120255501${tail}` })),
        test: true,
        idempotencyKey,
      },
    });
    setKey(newKey());
    const sent = data?.sendBulkSms?.campaign;
    if (sent) change({ practice: sent.id }, { replace: true });
  };
  return (
    <>
      <p>
        <WriteButton
          look={isAgain ? undefined : 'primary'}
          isRunning={isRunning}
          onClick={() => {
            if (!isRunning) void send();
          }}
        >
          {isAgain ? words.steps.practiceAgain : words.steps.practiceButton}
        </WriteButton>
      </p>
      <p className="error" role="alert">
        {failure?.message ?? userErrors.map(({ message }) => message).join(' ')}
      </p>
      {id && <Result id={id} counts={counts} />}
    </>
  );
}

type Campaign = NonNullable<PracticeCampaignQuery['campaign']>;
type Row = NonNullable<NonNullable<Campaign['messages']>['nodes']>[number];

function Result({ id, counts }: { readonly id: string; readonly counts: Counts | undefined }) {
  const answer = useAnswer(PracticeCampaign, { id });
  const reload = useEffectEvent(answer.reload);
  useEffect(() => {
    if (counts) reload();
  }, [counts]);
  return (
    <Panel answer={answer} height="34rem">
      {({ campaign }) =>
        campaign && (
          <section className="stack" aria-labelledby="practice">
            <div className="section-head">
              <h4 id="practice">
                {words.steps.result} <Sandbox />
              </h4>
              <Link href={`/campaigns/${id}`}>{words.steps.toCampaign}</Link>
            </div>
            <ArrivedBar counts={campaign.counts} />
            <Table caption={words.steps.result} columns={COLUMNS} rows={campaign.messages?.nodes ?? []} />
          </section>
        )
      }
    </Panel>
  );
}

const { columns } = words.steps;

const COLUMNS: readonly Column<Row>[] = [
  {
    name: columns.number,
    isHeader: true,
    cell: ({ id, to }) => (
      <span className="one-line">
        <Link href={`/messages/${id}`}>{to}</Link>
      </span>
    ),
  },
  { name: columns.state, cell: ({ status }) => <StatusWord status={status} /> },
  {
    name: columns.cause,
    cell: ({ explanation }) => <span className="sentence-cell">{explanation.cause}</span>,
  },
];
