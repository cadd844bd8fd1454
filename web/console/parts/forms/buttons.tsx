import type { ComponentProps } from 'react';
import { offlineSince } from '../../state/connection.js';
import { useStore } from '../../state/store.js';
import { text } from '../../texts/text.js';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'danger' | 'quiet' | undefined;
}

export function Button({ look, ...rest }: ButtonProps) {
  return <button type="button" className={look ? `button ${look}` : 'button'} {...rest} />;
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
