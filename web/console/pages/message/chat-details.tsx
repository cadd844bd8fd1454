import { Link } from 'wouter';
import type { ChatDetailsFragment } from '../../generated/documents.js';
import { Facts } from '../../parts/facts.js';
import { ChatStatusWord } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { text } from '../../texts/text.js';
import { Exactly, Explanation, History, MessageFacts, MessageText } from './parts.js';
import { words } from './texts.js';

export function ChatDetails({ message }: { readonly message: ChatDetailsFragment }) {
  const { chatStatus: status, errorCode, changes, createdAt, caption, type } = message;
  // A receipt that came after all outweighs the error before it.
  const isTrouble = status === 'PENDING' || status === 'FAILED';
  const [cause, rule, next] = words.chat[(isTrouble && errorCode) || status];
  return (
    <div className="stack">
      <Explanation cause={cause} rule={rule} next={next} />
      <div className="message-columns">
        <div className="stack">
          <Receipts message={message} />
          <History entries={changes} start={createdAt}>
            {(change) => <ChatStatusWord status={change.status} />}
          </History>
          {(caption !== null || type === 'TEXT') && <MessageText>{caption}</MessageText>}
        </div>
        <MessageFacts facts={factsOf(message)} />
      </div>
    </div>
  );
}

function Receipts({ message }: { readonly message: ChatDetailsFragment }) {
  const { isGroup, deliveredCount, readCount, sentAt, deliveredAt, readAt } = message;
  const { receipt } = words;
  const time = (at: string | null) => (at ? <Exactly at={at} /> : <span className="quiet">{receipt.notYet}</span>);
  return (
    <section className="card" aria-labelledby="receipts">
      <h2 id="receipts">{words.receipts}</h2>
      <Facts
        look="message-facts"
        facts={{
          [receipt.sent]: time(sentAt),
          [isGroup ? receipt.deliveredIn(deliveredCount) : receipt.delivered]: time(deliveredAt),
          [isGroup ? receipt.readBy(readCount) : receipt.read]: time(readAt),
        }}
      />
    </section>
  );
}

function factsOf(message: ChatDetailsFragment) {
  const { session, url, filename, mimeType, createdBy, messageId } = message;
  const { fact } = words;
  return {
    [fact.type]: text.chatType[message.type],
    [fact.phone]: session ? (
      <Link href={`/phones/${session.id}`}>
        <Typed>{session.name}</Typed>
      </Link>
    ) : (
      fact.deletedPhone
    ),
    [fact.file]: [filename, mimeType].filter(Boolean).join(', ') || null,
    [fact.address]: url && <MediaAddress url={url} />,
    [fact.providerReason]: message.providerReason,
    [fact.sentBy]: createdBy?.name,
    [fact.accepted]: <Exactly at={message.createdAt} />,
    [fact.changed]: <Exactly at={message.updatedAt} />,
    [fact.providerId]: messageId && <code>{messageId}</code>,
    [fact.id]: <code>{message.id}</code>,
  };
}

/** Shown in full, and a link only if it can do no harm. */
function MediaAddress({ url }: { readonly url: string }) {
  if (!url.startsWith('https://')) return url;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  );
}
