import { useRef, useState } from 'react';
import { measureText } from '../../../../src/domain/sms/segments.js';
import { newKey, useChange } from '../../api/use-change.js';
import { type ConversationQuery, ReplyToConversation } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { TextAreaField } from '../../parts/forms/field.js';
import { Form } from '../../parts/forms/form.js';
import { Moment } from '../../parts/moment.js';
import { useViewer } from '../../state/viewer.js';
import { words } from './texts.js';

export type OpenConversation = NonNullable<ConversationQuery['conversation']>;

interface ReplyProps {
  readonly conversation: OpenConversation;
  readonly onSent: () => void;
}

/** The box for a reply, or why there is none. */
export function Reply({ conversation, onSent }: ReplyProps) {
  const scopes = useViewer()?.scopes ?? [];
  const { channel, mobile, isSuppressed, suppressedSince } = conversation;
  if (isSuppressed) {
    return (
      <p className="note warning" role="status">
        {suppressedSince === null ? (
          words.optedOut
        ) : (
          <span>
            {words.optedOutSince}
            <Moment at={suppressedSince} isRelative={false} />.
          </span>
        )}
      </p>
    );
  }
  if (channel === 'SMS' && mobile === null) return <p className="note">{words.cannotReply}</p>;
  if (!scopes.includes(channel === 'CHAT' ? 'CHAT_SEND' : 'SMS_SEND'))
    return <p className="note">{words.mayNotReply}</p>;
  return <ReplyBox conversation={conversation} onSent={onSent} />;
}

function ReplyBox({ conversation: { id, channel, ownAddress }, onSent }: ReplyProps) {
  const [message, setMessage] = useState('');
  // The text and its key go together: a second press after a lost answer sends nothing twice.
  const key = useRef({ message: '', key: newKey() });
  const change = useChange(ReplyToConversation, { keepsFailure: true });
  const send = async () => {
    if (key.current.message !== message) key.current = { message, key: newKey() };
    const sent = await change.run({ input: { conversationId: id, message, idempotencyKey: key.current.key } });
    if (!sent) return;
    key.current = { message: '', key: newKey() };
    setMessage('');
    onSent();
  };
  return (
    <Form change={change} labels={{ message: words.reply.label }} onSubmit={send}>
      <TextAreaField
        label={words.reply.label}
        hint={channel === 'CHAT' ? words.reply.fromPhone : hintOfSms(ownAddress, message)}
        name="message"
        rows={3}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <div className="buttons">
        <WriteButton type="submit" look="primary" isRunning={change.isRunning}>
          {words.reply.send}
        </WriteButton>
      </div>
    </Form>
  );
}

const hintOfSms = (ownAddress: string, message: string) =>
  `${words.reply.from(ownAddress)} ${words.reply.segments(measureText(message).segments)}`;
