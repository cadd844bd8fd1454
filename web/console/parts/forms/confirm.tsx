import './forms.css';
import { type ReactNode, useRef, useState } from 'react';
import { formatNumber } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { Button, WriteButton } from './buttons.js';
import { Dialog } from './dialog.js';
import { TextField } from './field.js';
import { FormErrors, type Refusal } from './form-errors.js';

interface ConfirmProps {
  readonly title: string;
  /** What it does, and to how much. */
  readonly children: ReactNode;
  /** The words of the button: a verb and its object, such as "Cancel 3,214 messages". */
  readonly action: string;
  /** The words of the other button, if "Keep it as it is" says too little. */
  readonly keep?: string;
  /** What takes nothing away is not shown as a danger. */
  readonly tone?: 'danger' | 'primary';
  /** A text or a number that the person has to type first, where a slip would harm many. */
  readonly typed?: string | number | undefined;
  /** False as long as it is not known what it does. */
  readonly isReady?: boolean;
  /** Missing for what no mutation does, such as leaving a page. */
  readonly change?: Refusal & { readonly isRunning: boolean };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks before something that cannot be undone. The button that keeps things as they are comes first and has the focus,
 * so that Enter harms nothing; a field to type into comes before it.
 */
export function Confirm({ title, children, action, keep, tone = 'danger', change, ...props }: ConfirmProps) {
  const { typed, isReady = true, onConfirm, onClose } = props;
  const [error, setError] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isRunning = change?.isRunning ?? false;
  const confirm = () => {
    if (!isReady || isRunning) return;
    const field = form.current?.querySelector('input');
    if (typed === undefined || isSame(field?.value ?? '', typed)) return onConfirm();
    setError(text.forms.typedWrong(shown(typed)));
    field?.focus();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        {children}
        {typed !== undefined && (
          <TextField
            label={text.forms.type(shown(typed))}
            inputMode={typeof typed === 'number' ? 'numeric' : 'text'}
            autoComplete="off"
            spellCheck="false"
            error={error || undefined}
            onChange={() => setError('')}
          />
        )}
        {change && <FormErrors refusal={change} />}
        <div className="buttons">
          <Button onClick={onClose}>{keep ?? text.forms.keep}</Button>
          {change ? (
            <WriteButton type="submit" look={tone} aria-disabled={!isReady || undefined} isRunning={isRunning}>
              {action}
            </WriteButton>
          ) : (
            <Button type="submit" look={tone}>
              {action}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

const shown = (typed: string | number): string => (typeof typed === 'number' ? formatNumber(typed) : typed);

/** A number with or without the separators that the page shows. */
function isSame(written: string, typed: string | number): boolean {
  return typeof typed === 'number' ? written.replace(/[\s.,'’]/g, '') === String(typed) : written.trim() === typed;
}
