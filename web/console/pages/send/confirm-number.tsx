import { useState } from 'react';
import { Dialog } from '../../parts/dialog.js';
import { TextField } from '../../parts/field.js';
import { words } from './texts.js';

interface ConfirmNumberProps {
  readonly count: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A large live send asks for its number, so that nobody sends to the wrong list by habit. */
export function ConfirmNumber({ count, onConfirm, onClose }: ConfirmNumberProps) {
  const [error, setError] = useState('');
  return (
    <Dialog title={words.send.confirm(count)} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = String(new FormData(event.currentTarget).get('count'));
          // With or without the separators that the page shows.
          if (typed.replace(/[\s.,'’]/g, '') === String(count)) onConfirm();
          else setError(words.send.confirmWrong(count));
        }}
      >
        <p>{words.send.confirmHow}</p>
        <TextField
          label={words.send.confirmField(count)}
          name="count"
          inputMode="numeric"
          autoComplete="off"
          error={error || undefined}
        />
        <div className="actions">
          <button type="submit" className="button primary">
            {words.send.button(count)}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {words.send.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
