import { useEffect, useEffectEvent } from 'react';
import { Link } from 'wouter';
import { useChange } from '../../api/use-change.js';
import { type ConversationRowFragment, MarkConversationRead } from '../../generated/documents.js';
import { useEvery } from '../../live/use-every.js';
import { Button } from '../../parts/forms/buttons.js';
import { NothingHere } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { Sandbox } from '../../parts/states/status.js';
import { useAddress } from '../../parts/use-address.js';
import { useViewer } from '../../state/viewer.js';
import { Entry } from './entry.js';
import { type OpenConversation, Reply } from './reply.js';
import { words } from './texts.js';
import { useThread } from './use-thread.js';

/** How often the list and the open conversation are asked for. */
export const POLL_MS = 5_000;

/** One conversation, oldest message first. It is marked as read as far as it is on the screen. */
export function Thread({ id }: { readonly id: string }) {
  const { answer, entries, hasEarlier, isLoadingEarlier, loadEarlier } = useThread(id);
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
                  {conversation.lastMessage?.session ? (
                    <Link href={`/phones/${conversation.ownAddress}`}>{channelOf(conversation)}</Link>
                  ) : (
                    channelOf(conversation)
                  )}
                </p>
              </header>
              {hasEarlier && (
                <Button aria-busy={isLoadingEarlier || undefined} onClick={loadEarlier}>
                  {words.earlier}
                </Button>
              )}
              <ol className={conversation.test ? 'entries sandbox' : 'entries'}>
                {entries.toReversed().map((entry) => (
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

/** Says how the person writes, and to which number or phone. */
export const channelOf = ({ channel, ownAddress, lastMessage }: ConversationRowFragment) =>
  channel === 'SMS' ? words.sms(ownAddress) : words.chat(lastMessage?.session?.name);

/** Marks what is shown as read, for those who may reply: whoever may only read leaves it to them. */
function useMarks(conversation: OpenConversation | null | undefined): void {
  const scope = conversation?.channel === 'CHAT' ? 'CHAT_SEND' : 'SMS_SEND';
  const mayReply = useViewer()?.scopes.includes(scope) ?? false;
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
