import { type ComponentProps, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useChange } from '../../api/use-change.js';
import { DeletePhone, LogOutPhone, type PhoneRowFragment, RestartPhone, StopPhone } from '../../generated/documents.js';
import { ConfirmChange } from '../../parts/forms/confirm-change.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { isOff } from '../../parts/states/lost-phones.js';
import { useMay } from '../../state/viewer.js';
import { ConnectPhone } from './connect-phone.js';
import { words } from './texts.js';

interface PhoneActionsProps {
  readonly phone: PhoneRowFragment;
  readonly onChange: () => void;
}

type Task = 'connect' | 'stop' | 'logOut' | 'delete';

/** What can be done with a phone in its state, for people who may. */
export function PhoneActions({ phone, onChange }: PhoneActionsProps) {
  const [task, setTask] = useState<Task | null>(null);
  const mayManage = useMay('sessions:manage');
  const restart = useChange(RestartPhone);
  const [, navigate] = useLocation();
  if (!mayManage) return null;
  const { state } = phone;
  const isStopped = state === 'STOPPED' || state === 'FAILED';
  const close = () => setTask(null);
  const end = () => {
    close();
    onChange();
  };
  return (
    <>
      {(isOff(phone) || isStopped) && (
        <Button look="primary" onPress={() => setTask('connect')}>
          {state === 'SCAN_QR' ? words.buttons.scan : words.buttons.connect}
        </Button>
      )}
      {!isStopped && (
        <>
          <Button
            isBusy={restart.isRunning}
            onPress={() => void restart.run({ input: { sessionId: phone.id } }).then(onChange)}
          >
            {words.buttons.restart}
          </Button>
          <Button onPress={() => setTask('stop')}>{words.buttons.stop}</Button>
        </>
      )}
      {phone.phoneNumber && <Button onPress={() => setTask('logOut')}>{words.buttons.logOut}</Button>}
      <Button look="danger" onPress={() => setTask('delete')}>
        {words.buttons.delete}
      </Button>
      {task === 'connect' && <ConnectPhone phone={phone} onClose={end} />}
      {task === 'stop' && (
        <ConfirmControl phone={phone} mutation={StopPhone} texts={words.stopping} onEnd={end} onClose={close} />
      )}
      {task === 'logOut' && (
        <ConfirmControl phone={phone} mutation={LogOutPhone} texts={words.loggingOut} onEnd={end} onClose={close} />
      )}
      {task === 'delete' && (
        <ConfirmControl
          phone={phone}
          mutation={DeletePhone}
          texts={words.deleting}
          // A phone that works has to be named, because messages through it fail afterwards.
          typed={state === 'CONNECTED' ? phone.name : undefined}
          onEnd={() => navigate('/phones')}
          onClose={close}
        />
      )}
    </>
  );
}

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly look?: 'primary' | 'danger';
  readonly isBusy?: boolean;
}

function Button({ children, onPress, look, isBusy }: ButtonProps) {
  return (
    <WriteButton className={look ? `button ${look}` : 'button'} isRunning={isBusy} onClick={onPress}>
      {children}
    </WriteButton>
  );
}

interface ConfirmControlProps<Data extends object>
  extends Pick<ComponentProps<typeof ConfirmChange<Data, { sessionId: string }>>, 'mutation' | 'typed' | 'onClose'> {
  readonly phone: PhoneRowFragment;
  readonly texts: { readonly title: (name: string) => string; readonly what: string; readonly action: string };
  readonly onEnd: () => void;
}

function ConfirmControl<Data extends object>({ phone, texts, onEnd, ...props }: ConfirmControlProps<Data>) {
  return (
    <ConfirmChange
      title={texts.title(phone.name)}
      action={texts.action}
      input={() => ({ sessionId: phone.id })}
      onDone={onEnd}
      {...props}
    >
      <p>{texts.what}</p>
    </ConfirmChange>
  );
}
