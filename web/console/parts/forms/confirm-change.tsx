import { type ComponentProps, useState } from 'react';
import type { ById } from '../../api/documents.js';
import { newKey, useChange } from '../../api/use-change.js';
import { WriteButton } from './buttons.js';
import { Confirm } from './confirm.js';

interface ConfirmChangeProps<Data extends object, Input>
  extends Omit<ComponentProps<typeof Confirm>, 'change' | 'onConfirm'> {
  readonly mutation: ById<Data, { readonly input: Input }>;
  /** Gets a key that is the same as long as the dialog is open. */
  readonly input: (idempotencyKey: string) => NoInfer<Input>;
  readonly onDone: (data: Data) => void;
}

/** Asks, and then makes a change that cannot be undone. */
export function ConfirmChange<Data extends object, Input>(props: ConfirmChangeProps<Data, Input>) {
  const { mutation, input, onDone, ...confirm } = props;
  const change = useChange(mutation);
  const [idempotencyKey] = useState(newKey);
  const run = async () => {
    const data = await change.run({ input: input(idempotencyKey) });
    if (data) onDone(data);
  };
  return <Confirm {...confirm} change={change} onConfirm={() => void run()} />;
}

interface ConfirmButtonProps<Data extends object, Input>
  extends Omit<ConfirmChangeProps<Data, Input>, 'onDone' | 'onClose'>,
    Pick<ComponentProps<typeof WriteButton>, 'look' | 'of'> {
  readonly button: string;
  readonly onDone?: (data: Data) => void;
}

/** A button whose change is made after a second look. */
export function ConfirmButton<Data extends object, Input>(props: ConfirmButtonProps<Data, Input>) {
  const { button, of, look, onDone, ...confirm } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <WriteButton look={look} of={of} onClick={() => setOpen(true)}>
        {button}
      </WriteButton>
      {isOpen && (
        <ConfirmChange
          {...confirm}
          onDone={(data) => {
            onDone?.(data);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
