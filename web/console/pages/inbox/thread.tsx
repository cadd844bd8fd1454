import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { Conversation, type EntryFragment, MarkConversationRead } from '../../generated/documents.js';
import { useEvery } from '../../live/use-every.js';
import { Button } from '../../parts/forms/buttons.js';
import { Moment } from '../../parts/moment.js';
import { NothingHere } from '../../parts/nothing-here.js';
import { Panel } from '../../parts/panel.js';
import { ChatStatusWord, Sandbox, StatusWord } from '../../parts/states/status.js';
import { useAddress } from '../../parts/use-address.js';
import { useViewer } from '../../state/viewer.js';
import { POLL_MS } from './poll.js';
import { type OpenConversation, Reply } from './reply.js';
import { words } from './texts.js';

const STEP = 30;
const MOST = 100;

/** One conversation, oldest message first. It is marked as read as far as it is on the screen. */
export function Thread({ id }: { readonly id: string }) {
  const [last, setLast] = useState(STEP);
  const answer = useAnswer(Conversation, { id, last });
  useEvery(POLL_MS, answer.reload);
  useMarks(answer.data?.conversation);
  const { parameters } = useAddress();
  const search = parameters.toString();
  return (
    <>
      <Link className="button back" href={search ? `/inbox?${search}` : '/inbox'}>
        {words.back}
      </Link>
      <Panel answer={answer} height="30rem">
        {({ conversation }) =>
          conversation ? (
            <>
              <header className="thread-head">
                <h2>
                  {conversation.party} {conversation.test && <Sandbox />}
                </h2>
                <p className="quiet">
                  {conversation.channel === 'CHAT' ? (
                    <Link href={`/phones/${conversation.ownAddress}`}>{words.toPhone}</Link>
                  ) : (
                    words.to(conversation.ownAddress)
                  )}
                </p>
              </header>
              {conversation.entries.pageInfo.hasNextPage && last < MOST && (
                <Button onClick={() => setLast(Math.min(MOST, last + STEP))}>{words.older}</Button>
              )}
              <ol className={conversation.test ? 'entries sandbox' : 'entries'}>
                {conversation.entries.nodes.toReversed().map((entry) => (
                  <Entry key={entry.messageId} entry={entry} />
                ))}
              </ol>
              <Reply conversation={conversation} onSent={answer.reload} />
            </>
          ) : (
            <NothingHere noId={id} />
          )
        }
      </Panel>
    </>
  );
}

/** Marks what is shown as read, for those who may reply: whoever may only read leaves it to them. */
function useMarks(conversation: OpenConversation | null | undefined): void {
  const mayReply = useViewer()?.scopes.includes('SMS_SEND') ?? false;
  const { run } = useChange(MarkConversationRead);
  const newest = conversation?.entries.nodes.find(({ direction }) => direction === 'RECEIVED')?.messageId;
  const isUnread = mayReply && (conversation?.unread ?? 0) > 0;
  const mark = useEffectEvent((upTo: string) => {
    if (conversation) void run({ input: { conversationId: conversation.id, upTo } });
  });
  useEffect(() => {
    if (isUnread && newest !== undefined && document.visibilityState === 'visible') mark(newest);
  }, [isUnread, newest]);
}

function Entry({ entry: { direction, at, inboundMessage, message, chatMessage } }: { readonly entry: EntryFragment }) {
  const isReceived = direction === 'RECEIVED';
  const text = inboundMessage?.text ?? message?.text ?? chatMessage?.text;
  return (
    <li className={isReceived ? 'entry received' : 'entry sent'}>
      <span className="visually-hidden">{isReceived ? words.received : words.sent}</span>
      <p dir="auto">{text ?? <em className="quiet">{inboundMessage?.redactedAt ? words.gone : words.noText}</em>}</p>
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
