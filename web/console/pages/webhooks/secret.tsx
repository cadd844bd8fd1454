import { useId, useState } from 'react';
import { Dialog } from '../../parts/dialog.js';
import { formatTime } from '../../texts/format.js';
import { words } from './texts.js';

interface SecretProps {
  readonly secret: string;
  readonly previousUntil?: string | null;
  readonly onDone: () => void;
}

/** The secret of an endpoint, which the server tells once: the dialog stays until the person says that it is stored. */
export function Secret({ secret, previousUntil = null, onDone }: SecretProps) {
  const id = useId();
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setSaid(words.secret.copied),
      () => setSaid(words.secret.notCopied),
    );
  return (
    <Dialog title={words.secret.title}>
      <p>{words.secret.once}</p>
      <div className="field">
        <label htmlFor={id}>{words.secret.label}</label>
        <div className="shown-secret">
          <input id={id} className="input" readOnly value={secret} onFocus={({ target }) => target.select()} />
          <button type="button" className="button" onClick={() => void copy()}>
            {words.secret.copy}
          </button>
        </div>
        <span role="status" className="hint">
          {said}
        </span>
      </div>
      {previousUntil && <p>{words.secret.until(formatTime(new Date(previousUntil)))}</p>}
      <button type="button" className="button primary" onClick={onDone}>
        {words.secret.done}
      </button>
    </Dialog>
  );
}
