import { type ComponentProps, useState } from 'react';
import { useLocation } from 'wouter';
import { useChange } from '../../api/use-change.js';
import { DeletePhone, LogOutPhone, type PhoneRowFragment, RestartPhone, StopPhone } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { ConfirmChange } from '../../parts/forms/confirm-change.js';
import { isOff } from '../../parts/states/phones.js';
import { useMay } from '../../state/viewer.js';
import { ConnectPhone } from './connect-phone.js';
import { words } from './texts.js';

interface PhoneActionsProps {
  readonly phone: PhoneRowFragment;
  readonly onChange: () => void;
}

type Task = 'connect' | 'stop' | 'logOut' | 'delete';

export function PhoneActions({ phone, onChange }: PhoneActionsProps) {
  const [task, setTask] = useState<Task | null>(null);
  const mayManage = useMay('SESSIONS_MANAGE');
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
        <WriteButton look="primary" onClick={() => setTask('connect')}>
          {state === 'SCAN_QR' ? words.buttons.scan : words.buttons.connect}
        </WriteButton>
      )}
      {!isStopped && (
        <>
          <WriteButton
            isRunning={restart.isRunning}
            onClick={() => void restart.run({ input: { sessionId: phone.id } }).then(onChange)}
          >
            {words.buttons.restart}
          </WriteButton>
          <WriteButton onClick={() => setTask('stop')}>{words.buttons.stop}</WriteButton>
        </>
      )}
      {phone.phoneNumber && <WriteButton onClick={() => setTask('logOut')}>{words.buttons.logOut}</WriteButton>}
      <WriteButton look="danger" onClick={() => setTask('delete')}>
        {words.buttons.delete}
      </WriteButton>
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
