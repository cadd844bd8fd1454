import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SmsDetailsFragment } from '../../generated/documents.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { StatusWord } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { text } from '../../texts/text.js';
import { Exactly, Explanation, History, MessageFacts, MessageText, span } from './parts.js';
import { words } from './texts.js';

interface SmsDetailsProps {
  readonly message: SmsDetailsFragment;
  readonly nameOf: (code: number) => string;
}

export function SmsDetails({ message, nameOf }: SmsDetailsProps) {
  const { explanation, history, attempts, createdAt, text } = message;
  return (
    <div className="stack">
      <Explanation {...explanation} />
      <div className="message-columns">
        <div className="stack">
          <History entries={history} start={createdAt}>
            {({ status, deliveryCode }) => (
              <>
                <StatusWord status={status} />
                {deliveryCode !== null && <span className="quiet"> · {nameOf(deliveryCode)}</span>}
              </>
            )}
          </History>
          <MessageText>{text}</MessageText>
        </div>
        <MessageFacts facts={factsOf(message)} />
      </div>
      <Attempts attempts={attempts} nameOf={nameOf} />
    </div>
  );
}

function factsOf(message: SmsDetailsFragment) {
  const {
    to,
    test,
    campaign,
    position,
    senderId,
    gateway,
    segments,
    encoding,
    reference,
    metadata,
    createdBy,
    explanation,
  } = message;
  const { fact } = words;
  return {
    [fact.to]: to && <Link href={test ? `/numbers/${to}?mode=sandbox` : `/numbers/${to}`}>{to}</Link>,
    [fact.campaign]: campaign ? (
      <>
        <Link href={`/campaigns/${campaign.id}`}>
          <Typed>{campaign.name ?? fact.unnamed}</Typed>
        </Link>
        {position !== null && <span className="quiet">, {fact.position(position)}</span>}
      </>
    ) : (
      fact.single
    ),
    [fact.sender]: senderId ?? fact.senderOfGateway,
    [fact.gateway]: gateway,
    [fact.size]: words.segments(segments, words.encodings[encoding]),
    [fact.category]: text.category[message.category],
    [fact.reference]: reference,
    [fact.metadata]: metadata && <pre>{JSON.stringify(metadata, null, 2)}</pre>,
    [fact.sentBy]: createdBy?.name,
    [fact.why]: explanation.origin,
    [fact.accepted]: <Exactly at={message.createdAt} />,
    [fact.scheduled]: message.scheduledAt && <Exactly at={message.scheduledAt} />,
    [fact.sent]: message.sentAt && <Exactly at={message.sentAt} />,
    [fact.delivered]: message.deliveredAt && <Exactly at={message.deliveredAt} />,
    [fact.changed]: <Exactly at={message.updatedAt} />,
    [fact.atLeastOnce]: message.atLeastOnce ? fact.again : fact.notAgain,
    [fact.id]: <code>{message.id}</code>,
  };
}

type Attempt = SmsDetailsFragment['attempts'][number];

interface AttemptsProps {
  readonly attempts: readonly Attempt[];
  readonly nameOf: (code: number) => string;
}

/** Each hand-over to a gateway, with what the gateway itself said. */
function Attempts({ attempts, nameOf }: AttemptsProps) {
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
