import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Counts } from '../../parts/states/counts.js';
import { useMay } from '../../state/viewer.js';
import { Practice } from './practice.js';
import { words } from './texts.js';

export interface StepsTaken {
  readonly hasPractised: boolean;
  readonly hasKey: boolean;
  readonly hasPhone: boolean;
}

interface FirstStepsProps {
  readonly taken: StepsTaken;
  /** Of the practice campaign that was just sent. */
  readonly counts: Counts | undefined;
}

/** What a new organisation sees first. A step is ticked off when it is taken, wherever that was. */
export function FirstSteps({ taken, counts }: FirstStepsProps) {
  const maySend = useMay('sms:send');
  const mayMakeKeys = useMay('keys:manage');
  const mayConnect = useMay('sessions:manage');
  const { steps } = words;
  return (
    <section className="stack" aria-labelledby="steps">
      <h2 id="steps">{steps.title}</h2>
      <ol className="steps">
        <Step title={steps.practice} why={steps.practiceWhy} isDone={taken.hasPractised}>
          {maySend ? <Practice isAgain={taken.hasPractised} counts={counts} /> : <p>{steps.practiceNo}</p>}
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
  readonly isDone: boolean;
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
