import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import {
  type KeyRowFragment,
  RevokeKey as RevokeKeyMutation,
  RotateKey as RotateKeyMutation,
} from '../../generated/documents.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { SelectField } from '../../parts/forms/field.js';
import { DialogForm } from '../../parts/forms/form.js';
import { Moment } from '../../parts/moment.js';
import { formatTime } from '../../texts/format.js';
import { MadeKey } from './made-key.js';
import { words } from './texts.js';

interface RotateKeyProps {
  readonly apiKey: KeyRowFragment;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;
const USUAL_HOURS = 24;

/** The overlap with what happens when, and then the new key. */
export function RotateKey({ apiKey, onEnd, onClose }: RotateKeyProps) {
  const change = useChange(RotateKeyMutation);
  const [hours, setHours] = useState(USUAL_HOURS);
  const [key, setKey] = useState<string | null>(null);
  const submit = async () => {
    const data = await change.run({ input: { apiKeyId: apiKey.id, overlapHours: hours } });
    setKey(data?.rotateApiKey?.key ?? null);
  };
  if (key) {
    return (
      <MadeKey
        title={words.rotation.doneTitle}
        sentence={`${words.rotation.done(apiKey.name)} ${whatHappens(hours)}`}
        secret={key}
        apiKey={apiKey}
        onDone={onEnd}
      />
    );
  }
  return (
    <DialogForm
      title={words.rotation.title(apiKey.name)}
      change={change}
      action={words.rotation.submit}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.rotation.sentence}</p>
      <SelectField
        label={words.rotation.overlap}
        name="overlapHours"
        value={hours}
        onChange={(event) => setHours(Number(event.target.value))}
      >
        {Object.entries(words.rotation.overlaps).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <p aria-live="polite">{whatHappens(hours)}</p>
    </DialogForm>
  );
}

function whatHappens(hours: number): string {
  if (hours === 0) return words.rotation.atOnce;
  return words.rotation.steps(formatTime(new Date(Date.now() + hours * HOUR_MS)));
}

const DAY_MS = 86_400_000;

/** A key that was used within a day is in some program: its name has to be typed. */
export function RevokeKey({ apiKey: { id, name, lastUsedAt, lastUsedFrom } }: Pick<RotateKeyProps, 'apiKey'>) {
  const isInUse = lastUsedAt !== null && Date.now() - Date.parse(lastUsedAt) < DAY_MS;
  return (
    <ConfirmButton
      button={words.revoke}
      of={name}
      title={words.revocation.title(name)}
      action={words.revocation.action}
      typed={isInUse ? name : undefined}
      mutation={RevokeKeyMutation}
      input={() => ({ apiKeyId: id })}
    >
      <p>{words.revocation.what}</p>
      <p>
        {lastUsedAt ? (
          <>
            {words.revocation.used} <Moment at={lastUsedAt} />
            {lastUsedFrom && ` ${words.from(lastUsedFrom)}`}.
          </>
        ) : (
          words.revocation.unused
        )}
      </p>
    </ConfirmButton>
  );
}
