import { useState } from 'react';
import { Button } from '../../parts/forms/buttons.js';
import { saveFile } from '../../parts/lists/save-file.js';
import { useViewer } from '../../state/viewer.js';
import { words } from './texts.js';

interface MediaButtonProps {
  /** Of the inbound message. */
  readonly id: string;
  readonly media: { readonly url: string | null; readonly name: string | null };
}

/** Downloads the file of an inbound message. A link would not say for which organisation. */
export function MediaButton({ id, media: { url, name } }: MediaButtonProps) {
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
