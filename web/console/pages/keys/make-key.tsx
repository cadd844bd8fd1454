import { useMemo, useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import {
  type CreateApiKeyInput,
  CreateKey,
  KeyLimits as KeyLimitsQuery,
  type Scope,
} from '../../generated/documents.js';
import { RadioField, SelectField, TextAreaField, TextField, useFieldError } from '../../parts/forms/field.js';
import { DialogForm } from '../../parts/forms/form.js';
import { Panel } from '../../parts/panel.js';
import { Typed } from '../../parts/typed.js';
import { useMay, useViewer } from '../../state/viewer.js';
import { MadeKey } from './made-key.js';
import { ScopeChoice, type SetName, scopesOf } from './scope-choice.js';
import { words } from './texts.js';

interface MakeKeyProps {
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

interface Made {
  readonly key: string;
  readonly input: CreateApiKeyInput;
}

/** The form, and then the key: it is state of this component and gone with it. */
export function MakeKey({ onEnd, onClose }: MakeKeyProps) {
  const change = useChange(CreateKey);
  const own = useViewer()?.scopes ?? [];
  const [made, setMade] = useState<Made | null>(null);
  const submit = async (form: FormData) => {
    const input = readInput(form, own);
    const key = (await change.run({ input }))?.createApiKey?.key;
    if (key) setMade({ key, input });
  };
  // The server lists all scopes by their names for programs.
  const userErrors = useMemo(
    () => change.userErrors.map((one) => (one.path[0] === 'scopes' ? { ...one, message: words.form.noScope } : one)),
    [change.userErrors],
  );
  if (made) {
    return (
      <MadeKey
        title={words.made.title}
        sentence={words.made.sentence(made.input.name.trim())}
        secret={made.key}
        apiKey={made.input}
        onDone={onEnd}
      />
    );
  }
  return (
    <DialogForm
      title={words.make}
      change={{ ...change, userErrors }}
      labels={LABELS}
      action={words.form.submit}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={words.form.name} hint={words.form.nameHint} name="name" maxLength={200} autoComplete="off" />
      <RadioField legend={words.form.mode} name="mode" options={MODES} value="TEST" />
      <ScopeChoice own={own} />
      <SelectField label={words.form.expires} name="expiresAt">
        {words.form.lifetimes.map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </SelectField>
      <KeyLimits />
    </DialogForm>
  );
}

const MODES = [
  ['TEST', ...words.form.modes.TEST],
  ['LIVE', ...words.form.modes.LIVE],
] as const;

const LABELS = {
  name: words.form.name,
  scopes: words.form.may,
  sessionIds: words.form.phones,
  senderIds: words.form.senders,
  addresses: words.form.addresses,
};

const DAY_MS = 86_400_000;

function readInput(form: FormData, own: readonly Scope[]): CreateApiKeyInput {
  const days = Number(form.get('expiresAt'));
  const chosen = form.getAll('scopes').map(String);
  return {
    name: String(form.get('name')),
    mode: form.get('mode') === 'LIVE' ? 'LIVE' : 'TEST',
    scopes: [...scopesOf(String(form.get('set')) as SetName, own, chosen)],
    expiresAt: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
    sessionIds: orNull(form.getAll('sessionIds').map(String)),
    senderIds: orNull(linesOf(form, 'senderIds')),
    addresses: orNull(linesOf(form, 'addresses')),
  };
}

const linesOf = (form: FormData, name: string): string[] =>
  String(form.get(name) ?? '')
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The server refuses an empty list, because it could mean "none" as well as "all". */
const orNull = (list: string[]): string[] | null => (list.length > 0 ? list : null);

/** Fields that few keys need, closed at first. The server is asked for phones when they are opened. */
function KeyLimits() {
  const [isOpen, setOpen] = useState(false);
  const maySeePhones = useMay('CHAT_READ');
  return (
    <details className="key-limits" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.form.limits}</summary>
      <div className="form">
        {maySeePhones && isOpen && <Phones />}
        <TextAreaField label={words.form.senders} hint={words.form.sendersHint} name="senderIds" rows={2} />
        <TextAreaField label={words.form.addresses} hint={words.form.addressesHint} name="addresses" rows={2} />
      </div>
    </details>
  );
}

function Phones() {
  const error = useFieldError('sessionIds');
  const answer = useAnswer(KeyLimitsQuery, {});
  return (
    <fieldset className="field">
      <legend>{words.form.phones}</legend>
      <Panel answer={answer} height="3rem">
        {({ sessions: { nodes: phones } }) => (
          <>
            <span className="hint">{phones.length === 0 ? words.form.noPhones : words.form.phonesHint}</span>
            {phones.map(({ id, name, phoneNumber }) => (
              <label key={id} className="choice">
                <input type="checkbox" name="sessionIds" value={id} />
                <span>
                  <Typed>{name}</Typed> <span className="quiet">{phoneNumber}</span>
                </span>
              </label>
            ))}
          </>
        )}
      </Panel>
      {error && <span className="error">{error}</span>}
    </fieldset>
  );
}
