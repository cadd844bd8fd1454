import { Link } from 'wouter';
import type { EntryFragment } from '../../generated/documents.js';
import { Moment } from '../../parts/moment.js';
import { ChatStatusWord, StatusWord } from '../../parts/states/status.js';
import { MediaButton } from './media-button.js';
import { words } from './texts.js';

/** One message of a thread. Of a group it names who wrote it. */
export function Entry({
  entry: { direction, at, inboundMessage, message, chatMessage },
}: {
  readonly entry: EntryFragment;
}) {
  const isReceived = direction === 'RECEIVED';
  const text = inboundMessage?.text ?? message?.text ?? chatMessage?.text;
  return (
    <li className={isReceived ? 'entry received' : 'entry sent'}>
      <span className="visually-hidden">{isReceived ? words.received : words.sent}</span>
      {inboundMessage?.participant && <p className="quiet">{inboundMessage.participant}</p>}
      <p dir="auto">{text ?? <em className="quiet">{inboundMessage?.redactedAt ? words.gone : words.noText}</em>}</p>
      {inboundMessage?.media && <MediaButton id={inboundMessage.id} media={inboundMessage.media} />}
      {inboundMessage?.incomplete && <p className="quiet">{words.incomplete}</p>}
      <p className="quiet">
        <Moment at={at} />{' '}
        {message && (
          <Link href={`/messages/${message.id}`}>
            <StatusWord status={message.status} />
          </Link>
        )}
        {chatMessage && <ChatStatusWord status={chatMessage.chatStatus} />}
      </p>
    </li>
  );
}
