import type { ReactNode } from 'react';
import type { SmsDetailsFragment } from '../../generated/documents.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Exactly, span } from './history.js';
import { words } from './texts.js';

type Attempt = SmsDetailsFragment['attempts'][number];

interface AttemptsProps {
  readonly attempts: readonly Attempt[];
  readonly nameOf: (code: number) => string;
}

/** Each hand-over to a gateway, with what the gateway itself said. */
export function Attempts({ attempts, nameOf }: AttemptsProps) {
  return (
    <section className="stack attempts" aria-labelledby="attempts">
      <h2 id="attempts">{words.attempts}</h2>
      {attempts.length === 0 ? (
        <p className="quiet">{words.noAttempts}</p>
      ) : (
        <Table
          caption={words.attempts}
          columns={columnsOf(nameOf)}
          rows={attempts}
          keyOf={({ number }) => String(number)}
        />
      )}
    </section>
  );
}

function columnsOf(nameOf: AttemptsProps['nameOf']): readonly Column<Attempt>[] {
  const names = words.attempt;
  return [
    { name: names.number, isHeader: true, cell: ({ number }) => number },
    {
      name: names.when,
      cell: ({ requestedAt }) => (
        <OneLine>
          <Exactly at={requestedAt} />
        </OneLine>
      ),
    },
    { name: names.took, cell: ({ requestedAt, finishedAt }) => <OneLine>{span(requestedAt, finishedAt)}</OneLine> },
    { name: names.gateway, cell: ({ gateway }) => <OneLine>{gateway}</OneLine> },
    { name: names.outcome, cell: ({ outcome }) => <OneLine>{words.outcomes[outcome]}</OneLine> },
    { name: names.code, cell: ({ deliveryCode }) => (deliveryCode === null ? null : nameOf(deliveryCode)) },
    {
      name: names.own,
      cell: ({ rawCode, rawReason }) => [rawCode, rawReason].filter(Boolean).join(': ') || null,
    },
    { name: names.id, cell: ({ providerId }) => (providerId ? <code>{providerId}</code> : null) },
  ];
}

const OneLine = ({ children }: { readonly children: ReactNode }) => <span className="one-line">{children}</span>;
