import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type Change, useChange } from '../../api/use-change.js';
import { DeletePhone, LogOutPhone, type PhoneRowFragment, RestartPhone, StopPhone } from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
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
  if (!mayManage) return null;
  const { state } = phone;
  const isStopped = state === 'STOPPED' || state === 'FAILED';
  const end = () => {
    setTask(null);
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
      {task === 'stop' && <Stop phone={phone} onEnd={end} onClose={() => setTask(null)} />}
      {task === 'logOut' && <LogOut phone={phone} onEnd={end} onClose={() => setTask(null)} />}
      {task === 'delete' && <Delete phone={phone} onClose={() => setTask(null)} />}
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

interface TaskProps {
  readonly phone: PhoneRowFragment;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

const Stop = (props: TaskProps) => <ConfirmControl {...props} change={useChange(StopPhone)} texts={words.stopping} />;

const LogOut = (props: TaskProps) => (
  <ConfirmControl {...props} change={useChange(LogOutPhone)} texts={words.loggingOut} />
);

function Delete({ phone, onClose }: Omit<TaskProps, 'onEnd'>) {
  const [, navigate] = useLocation();
  return (
    <ConfirmControl
      phone={phone}
      change={useChange(DeletePhone)}
      texts={words.deleting}
      typed={phone.state === 'CONNECTED' ? phone.name : undefined}
      onEnd={() => navigate('/phones')}
      onClose={onClose}
    />
  );
}

interface ConfirmControlProps extends TaskProps {
  readonly change: Change<object, { input: { sessionId: string } }>;
  readonly texts: { readonly title: (name: string) => string; readonly what: string; readonly action: string };
  /** A phone that works has to be named, because messages through it fail afterwards. */
  readonly typed?: string | undefined;
}

function ConfirmControl({ phone, change, texts, typed, onEnd, onClose }: ConfirmControlProps) {
  const run = async () => {
    if (await change.run({ input: { sessionId: phone.id } })) onEnd();
  };
  return (
    <Confirm
      title={texts.title(phone.name)}
      action={texts.action}
      typed={typed}
      change={change}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>{texts.what}</p>
    </Confirm>
  );
}
