import './message.css';
import { useParams } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import {
  CancelMessage,
  type ChatDetailsFragment,
  type CodeNamesFragment,
  type ExplanationCode,
  Message,
  MessageChanged,
  type SmsDetailsFragment,
} from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { News } from '../../parts/news.js';
import { NothingHere, Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { Sandbox } from '../../parts/states/status.js';
import { useSeconds } from '../../parts/use-seconds.js';
import { useMay } from '../../state/viewer.js';
import { formatDuration } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { ChatDetails } from './chat-details.js';
import { span } from './parts.js';
import { SmsDetails } from './sms-details.js';
import { words } from './texts.js';

type AnyMessage =
  | ({ readonly __typename: 'SmsMessage' } & SmsDetailsFragment)
  | ({ readonly __typename: 'ChatMessage' } & ChatDetailsFragment);

export function MessagePage() {
  const { id = '' } = useParams();
  const answer = useAnswer(Message, { id });
  const { data, reload } = answer;
  const message = messageOf(data?.node);
  useLive(
    MessageChanged,
    { messageId: id },
    { onData: reload, poll: reload, isWanted: message !== undefined && isUnderWay(message) },
  );
  if (data && !message) return <NothingHere />;
  return (
    <Page
      title={message ? summaryOf(message).title : answer.failure && text.pages.messages}
      sentence={message && <Sentence message={message} />}
      question={{ query: Message, variables: { id } }}
      actions={message?.__typename === 'SmsMessage' && <Cancel message={message} />}
    >
      <Panel answer={answer} height="30rem">
        {({ deliveryCodes }) =>
          message &&
          (message.__typename === 'SmsMessage' ? (
            <SmsDetails message={message} nameOf={namesOf(deliveryCodes)} />
          ) : (
            <ChatDetails message={message} />
          ))
        }
      </Panel>
    </Page>
  );
}

function messageOf(node: { readonly __typename: string } | null | undefined): AnyMessage | undefined {
  const isMessage = node?.__typename === 'SmsMessage' || node?.__typename === 'ChatMessage';
  return isMessage ? (node as AnyMessage) : undefined;
}

function namesOf(codes: CodeNamesFragment['deliveryCodes']): (code: number) => string {
  const names = new Map(codes.map(({ code, name }) => [code, name]));
  return (code) => [code, names.get(code)].join(' ');
}

/** What both kinds have, under one name. */
function summaryOf(message: AnyMessage) {
  if (message.__typename === 'SmsMessage') {
    const { to, status, history } = message;
    return { title: words.smsTo(to ?? words.removed), word: text.status[status], status, lastAt: history.at(-1)?.at };
  }
  const { recipient, isGroup, chatStatus: status, changes } = message;
  return {
    title: words.chatTo(isGroup ? words.group : (recipient ?? words.removed)),
    word: text.chatStatus[status],
    status,
    lastAt: changes.at(-1)?.at,
  };
}

const WAITING = new Set(['QUEUED', 'SENT', 'HELD', 'PENDING']);

/** A delivered chat message may still be read; a delivered SMS stays so. */
function isUnderWay(message: AnyMessage): boolean {
  const { status } = summaryOf(message);
  return WAITING.has(status) || (message.__typename === 'ChatMessage' && status === 'DELIVERED');
}

function Sentence({ message }: { readonly message: AnyMessage }) {
  const { createdAt, test } = message;
  const { word, status, lastAt } = summaryOf(message);
  const isWaiting = WAITING.has(status) || !lastAt;
  const now = useSeconds(isWaiting);
  return (
    <>
      {isWaiting
        ? words.waitsSince(word, formatDuration((now - Date.parse(createdAt)) / 1_000))
        : words.sentence(word, span(createdAt, lastAt))}{' '}
      {test && <Sandbox />}
      <News words={word} />
    </>
  );
}

/** As long as no gateway has the message. */
const CANCELLABLE: readonly ExplanationCode[] = [
  'SCHEDULED',
  'WAITING_FOR_TURN',
  'GATEWAY_DOWN',
  'GATEWAY_NOT_CONFIGURED',
  'CAMPAIGN_PAUSED',
  'WAITING_FOR_RETRY',
  'WAITING_FOR_RETRY_WITHOUT_CODE',
  'EXPIRES_BEFORE_RETRY',
  'EXPIRES_BEFORE_RETRY_WITHOUT_CODE',
  'WAITING_FOR_CREDIT',
  'WAITING_FOR_CREDIT_UNTIL_EXPIRY',
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_APPROVAL_UNTIL_EXPIRY',
];

function Cancel({ message: { id, to, explanation } }: { readonly message: SmsDetailsFragment }) {
  const maySend = useMay('SMS_SEND');
  if (!maySend || !CANCELLABLE.includes(explanation.code)) return null;
  return (
    <ConfirmButton
      button={words.cancel}
      look="danger"
      title={words.cancelTitle}
      action={words.cancel}
      keep={words.keep}
      mutation={CancelMessage}
      input={() => ({ messageId: id })}
    >
      <p>
        {words.cancelTo(to ?? words.removed)} {words.cancelWhy}
      </p>
    </ConfirmButton>
  );
}
