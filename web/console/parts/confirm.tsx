import './forms.css';
import { type ReactNode, useId, useState } from 'react';
import { text } from '../texts/text.js';
import { Dialog } from './dialog.js';
import { FormErrors, type Refusal } from './form-errors.js';

interface ConfirmProps {
  readonly title: string;
  /** What it does, and to how much. */
  readonly children: ReactNode;
  /** The words of the button: a verb and its object, such as "Cancel 3,214 messages". */
  readonly action: string;
  /** A text that the person has to type first, where a slip would harm many. */
  readonly typed?: string | undefined;
  readonly change: Refusal & { readonly isRunning: boolean };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. The button that keeps things as they are has the focus. */
export function Confirm({ title, children, action, typed, change, onConfirm, onClose }: ConfirmProps) {
  const [written, setWritten] = useState('');
  const id = useId();
  const isReady = typed === undefined || written.trim() === typed;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !change.isRunning) onConfirm();
        }}
      >
        {children}
        {typed !== undefined && (
          <div className="field">
            <label htmlFor={id}>{text.forms.type(typed)}</label>
            <input
              id={id}
              className="input"
              autoComplete="off"
              spellCheck="false"
              value={written}
              onChange={(event) => setWritten(event.target.value)}
            />
          </div>
        )}
        <FormErrors refusal={change} />
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {text.forms.keep}
          </button>
          <button
            type="submit"
            className="button danger"
            aria-disabled={!isReady || undefined}
            aria-busy={change.isRunning || undefined}
          >
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
