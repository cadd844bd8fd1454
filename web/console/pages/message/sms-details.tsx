import { Link } from 'wouter';
import type { SmsDetailsFragment } from '../../generated/documents.js';
import { StatusWord } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { Attempts } from './attempts.js';
import { Explanation } from './explanation.js';
import { MessageFacts, MessageText } from './facts.js';
import { Exactly, History } from './history.js';
import { words } from './texts.js';

interface SmsDetailsProps {
  readonly message: SmsDetailsFragment;
  /** A delivery code with its name. */
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
  const { campaign, position, senderId, gateway, segments, encoding, reference, metadata, createdBy } = message;
  const { fact } = words;
  return {
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
    [fact.reference]: reference,
    [fact.metadata]: metadata && <pre>{JSON.stringify(metadata, null, 2)}</pre>,
    [fact.sentBy]: createdBy?.name,
    [fact.accepted]: <Exactly at={message.createdAt} />,
    [fact.scheduled]: message.scheduledAt && <Exactly at={message.scheduledAt} />,
    [fact.changed]: <Exactly at={message.updatedAt} />,
    [fact.atLeastOnce]: message.atLeastOnce ? fact.again : fact.notAgain,
    [fact.id]: <code>{message.id}</code>,
  };
}
