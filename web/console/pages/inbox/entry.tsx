import { useState } from 'react';
import { Link } from 'wouter';
import type { EntryFragment } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { saveFile } from '../../parts/lists/save-file.js';
import { Moment } from '../../parts/moment.js';
import { ChatStatusWord, StatusWord } from '../../parts/states/status.js';
import { useViewer } from '../../state/viewer.js';
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

interface MediaButtonProps {
  /** Of the inbound message. */
  readonly id: string;
  readonly media: { readonly url: string | null; readonly name: string | null };
}

/** Downloads the file of an inbound message. A link would not say for which organisation. */
function MediaButton({ id, media: { url, name } }: MediaButtonProps) {
  const organisationId = useViewer()?.organisation?.id ?? '';
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const download = async () => {
    setState('loading');
    try {
      const headers = { 'x-organisation-id': organisationId };
      const response = await fetch(`/v1/inbox/${id}/media/`, { credentials: 'same-origin', headers });
      if (!response.ok) throw new Error(response.statusText);
      saveFile(name ?? id, await response.blob());
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  if (url === null) return <p className="quiet">{words.noFile}</p>;
  return (
    <>
      <Button look="quiet" aria-busy={state === 'loading' || undefined} onClick={() => void download()}>
        {words.download(name)}
      </Button>
      {state === 'failed' && (
        <p className="error" role="alert">
          {words.noFile}
        </p>
      )}
    </>
  );
}
