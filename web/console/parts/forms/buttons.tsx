import type { ComponentProps } from 'react';
import { offlineSince } from '../../state/connection.js';
import { useStore } from '../../state/store.js';
import { text } from '../../texts/text.js';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'danger' | 'quiet' | undefined;
  /** What it is about, for people who hear the button away from what stands beside it. */
  readonly of?: string | undefined;
}

export function Button({ look, of, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={look ? `button ${look}` : 'button'} {...rest}>
      {children}
      {of && <span className="visually-hidden"> {of}</span>}
    </button>
  );
}

interface WriteButtonProps extends ButtonProps {
  readonly isRunning?: boolean | undefined;
}

/** A button that changes something. It is off while the server cannot be reached, and says why. */
export function WriteButton({ isRunning, onClick, ...rest }: WriteButtonProps) {
  const isOff = useStore(offlineSince) !== null;
  const reason = isOff && { 'aria-disabled': true, title: text.frame.offlineButton };
  return (
    <Button
      {...rest}
      {...reason}
      aria-busy={isRunning || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    />
  );
}
