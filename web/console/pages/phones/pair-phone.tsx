import { useEffect, useEffectEvent, useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import {
  PhoneChanged,
  PhoneCode,
  type PhoneCodeQuery,
  type PhoneRowFragment,
  RequestPairingCode,
  RestartPhone,
  type SessionState,
  StartPhone,
} from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { CopyButton } from '../../parts/forms/copy-button.js';
import { TextField } from '../../parts/forms/field.js';
import { Form } from '../../parts/forms/form.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { Panel } from '../../parts/panel.js';
import { reasonOf } from '../../parts/states/phones.js';
import { useSecondsUntil } from '../../parts/use-seconds.js';
import { isSandbox } from './phone-state.js';
import { words } from './texts.js';

type Phone = NonNullable<PhoneCodeQuery['session']>;

/** Asked as often as this in case that the socket is closed or paused: a person waits with a phone in the hand. */
const ASK_EVERY_MS = 10_000;

/** The code of a phone until it is connected. New codes replace the old one, and the focus stays where it is. */
export function PairPhone({ id }: { readonly id: string }) {
  const answer = useAnswer(PhoneCode, { id });
  const { data, reload } = answer;
  const state = data?.session?.state;
  const isOver = state === 'CONNECTED' || state === 'FAILED' || state === 'STOPPED';
  useLive(PhoneChanged, { id }, { onData: reload, poll: reload });
  const ask = useEffectEvent(reload);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <div className="pair">
      {/* There before its words are, which would be unheard otherwise. */}
      <div role="status">{data?.session && <Standing phone={data.session} hasCode={data.sessionQr !== null} />}</div>
      <Panel answer={answer} height="22rem">
        {({ session, sessionQr }) => session && <Progress phone={session} code={sessionQr} onChange={reload} />}
      </Panel>
    </div>
  );
}

interface StandingProps {
  readonly phone: Phone;
  readonly hasCode: boolean;
}

/** What is said when the code has come, and when the phone is connected. */
function Standing({ phone: { state, phoneNumber }, hasCode }: StandingProps) {
  if (state === 'CONNECTED') {
    return (
      <div className="note good">
        <strong>{words.pair.connected(phoneNumber)}</strong>
        <p>{words.pair.connectedHow}</p>
      </div>
    );
  }
  if (state === 'SCAN_QR' && hasCode) return <p className="visually-hidden">{words.pair.here}</p>;
  return state === 'STARTING' || state === 'SCAN_QR' ? <p>{words.pair.starting}</p> : null;
}

interface ProgressProps {
  readonly phone: Phone;
  readonly code: PhoneCodeQuery['sessionQr'];
  readonly onChange: () => void;
}

/** States in which no code comes any more. */
const ENDED: ReadonlySet<SessionState> = new Set(['FAILED', 'STOPPED', 'DISCONNECTED', 'STALLED']);

function Progress({ phone, code, onChange }: ProgressProps) {
  return (
    <>
      {phone.state === 'SCAN_QR' && code !== null && (
        <Code id={phone.id} engine={phone.engine} code={code} onChange={onChange} />
      )}
      {ENDED.has(phone.state) && <Over phone={phone} onChange={onChange} />}
    </>
  );
}

interface CodeProps {
  readonly id: string;
  readonly engine: string;
  readonly code: NonNullable<PhoneCodeQuery['sessionQr']>;
  readonly onChange: () => void;
}

function Code({ id, engine, code: { raw, svg, expiresAt, attempt, attempts }, onChange }: CodeProps) {
  const left = useSecondsUntil(expiresAt, onChange);
  return (
    <>
      <div className="scan">
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={words.pair.code} width="240" height="240" />
        <div>
          <ol>
            {words.pair.how.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="quiet">{words.pair.left(left)}</p>
          {attempts !== null && <p className="quiet">{words.pair.attempt(attempt, attempts)}</p>}
        </div>
      </div>
      {isSandbox(engine) && <MadeUpPhone raw={raw} onScanned={onChange} />}
      <PairingCode id={id} />
    </>
  );
}

/** Opening the address in a sandbox's code stands for scanning it. */
function MadeUpPhone({ raw, onScanned }: { readonly raw: string; readonly onScanned: () => void }) {
  const scan = () => fetch(new URL(raw).pathname).then(onScanned);
  return (
    <div className="note">
      <p>{words.pair.sandboxHow}</p>
      <WriteButton onClick={() => void scan()}>{words.pair.sandbox}</WriteButton>
    </div>
  );
}

/** Why no phone was connected, and how to begin again. */
function Over({ phone, onChange }: Pick<ProgressProps, 'phone' | 'onChange'>) {
  const { start, isRunning, failure, userErrors } = useStart(phone);
  return (
    <div className="note warning" role="alert">
      <strong>{words.pair.over}</strong>
      {reasonOf(phone) && <p>{reasonOf(phone)}</p>}
      <FormErrors refusal={{ failure, userErrors }} />
      <WriteButton look="primary" isRunning={isRunning} onClick={() => void start().then(onChange)}>
        {words.pair.again}
      </WriteButton>
    </div>
  );
}

/** For a phone whose camera cannot scan: a code that the person types into it. */
function PairingCode({ id }: { readonly id: string }) {
  const change = useChange(RequestPairingCode);
  const [code, setCode] = useState<string | null>(null);
  const request = async (form: FormData) => {
    const data = await change.run({ input: { sessionId: id, phoneNumber: String(form.get('phoneNumber')) } });
    setCode(data?.requestPairingCode?.code ?? null);
  };
  return (
    <details>
      <summary>{words.pair.typed}</summary>
      <Form change={change} labels={{ phoneNumber: words.pair.number }} onSubmit={request}>
        <p className="quiet">{words.pair.typedHow}</p>
        <TextField
          label={words.pair.number}
          hint={words.pair.numberHint}
          name="phoneNumber"
          type="tel"
          autoComplete="off"
        />
        <WriteButton type="submit" isRunning={change.isRunning}>
          {words.pair.getCode}
        </WriteButton>
        <div role="status">
          {code && (
            <>
              <p>{words.pair.codeIs}</p>
              <p className="pairing-code">
                <code>{code}</code> <CopyButton value={code} />
              </p>
            </>
          )}
        </div>
      </Form>
    </details>
  );
}

/** Starts a phone. One that its engine believes to run is restarted, because a start would leave it as it is. */
export function useStart({ id, state }: Pick<PhoneRowFragment, 'id' | 'state'>) {
  const starting = useChange(StartPhone);
  const restarting = useChange(RestartPhone);
  const change = state === 'STOPPED' || state === 'FAILED' ? starting : restarting;
  return { ...change, start: () => change.run({ input: { sessionId: id } }) };
}
