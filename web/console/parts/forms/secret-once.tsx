import './forms.css';
import { text } from '../../texts/text.js';
import { Button } from './buttons.js';
import { CopyButton } from './copy-button.js';
import { Dialog } from './dialog.js';

interface SecretOnceProps {
  readonly title: string;
  /** What it is for, and what became of the one before. */
  readonly sentence: string;
  readonly secret: string;
  readonly curl?: string | undefined;
  readonly onDone: () => void;
}

/**
 * Shows a key or a secret that the server returns once. Only the component that asked for it holds it, and the secret
 * goes with that component. Escape does not close the dialog, because a slip would lose the secret.
 */
export function SecretOnce({ title, sentence, secret, curl, onDone }: SecretOnceProps) {
  return (
    <Dialog title={title}>
      <p>{sentence}</p>
      <p>
        <strong>{text.secret.once}</strong>
      </p>
      <div className="secret">
        <code>{secret}</code>
        <CopyButton value={secret} />
      </div>
      {curl && (
        <div className="secret">
          <p>{text.secret.try}</p>
          <pre>
            <code>{curl}</code>
          </pre>
          <CopyButton value={curl} label={text.secret.copyCommand} />
        </div>
      )}
      <div className="buttons">
        <Button look="primary" onClick={onDone}>
          {text.secret.done}
        </Button>
      </div>
    </Dialog>
  );
}
