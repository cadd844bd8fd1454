import { useId, useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import {
  type OrganisationSettingsFragment,
  Redacted,
  type StopScope,
  UpdateOrganisation,
  type UpdateOrganisationInput,
} from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
import { SelectField, TextField } from '../../parts/forms/field.js';
import { Form, SaveButton } from '../../parts/forms/form.js';
import type { Refusal } from '../../parts/forms/form-errors.js';
import { totalOf } from '../../parts/states/counts.js';
import { useMay } from '../../state/viewer.js';
import { words } from './texts.js';

const { fields } = words;
const LABELS = { name: fields.name, timeZone: fields.timeZone, retentionDays: fields.retentionDays };

/** Saves what has changed. A shorter retention removes texts, so it is asked for twice. */
export function OrganisationForm({ organisation }: { readonly organisation: OrganisationSettingsFragment }) {
  const { id, name, timeZone, retentionDays, enforceSenderIds, pauseOnFailures, smartEncoding, stopScope } =
    organisation;
  const change = useChange(UpdateOrganisation);
  const [shorter, setShorter] = useState<UpdateOrganisationInput | null>(null);
  const mayReadAudit = useMay('AUDIT_READ');
  const save = async (input: UpdateOrganisationInput) => {
    await change.run({ input });
    setShorter(null);
  };
  const submit = (form: FormData) => {
    change.forget();
    const input = inputOf(form);
    const isShorter = input.retentionDays >= 1 && input.retentionDays < retentionDays;
    if (isShorter) setShorter(input);
    else void save(input);
  };
  return (
    <>
      {/* The dialog shows the errors while it is open. */}
      <Form
        change={shorter ? { ...change, failure: undefined, userErrors: [] } : change}
        labels={LABELS}
        onSubmit={submit}
      >
        <TextField label={fields.name} name="name" required defaultValue={name} />
        <TextField
          label={fields.timeZone}
          hint={fields.timeZoneHint}
          name="timeZone"
          list="time-zones"
          required
          defaultValue={timeZone}
        />
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <TextField
          label={fields.retentionDays}
          hint={fields.retentionDaysHint}
          name="retentionDays"
          type="number"
          min={1}
          max={3650}
          required
          defaultValue={retentionDays}
        />
        <label className="choice">
          <input type="checkbox" name="enforceSenderIds" defaultChecked={enforceSenderIds} />
          {fields.enforceSenderIds}
        </label>
        <HintedChoice name="pauseOnFailures" isChecked={pauseOnFailures} hint={fields.pauseOnFailuresHint} />
        <HintedChoice name="smartEncoding" isChecked={smartEncoding} hint={fields.smartEncodingHint} />
        <SelectField label={fields.stopScope} hint={fields.stopScopeHint} name="stopScope" defaultValue={stopScope}>
          <option value="ALL">{words.stopScopes.ALL}</option>
          <option value="PROMOTIONAL">{words.stopScopes.PROMOTIONAL}</option>
        </SelectField>
        <SaveButton change={change} />
        {mayReadAudit && (
          <p>
            <Link href={`/audit?on=${id}`}>{words.history}</Link>
          </p>
        )}
      </Form>
      {shorter?.retentionDays && (
        <ShortenDialog
          from={retentionDays}
          to={shorter.retentionDays}
          change={change}
          onConfirm={() => void save(shorter)}
          onClose={() => setShorter(null)}
        />
      )}
    </>
  );
}

interface HintedChoiceProps {
  readonly name: 'pauseOnFailures' | 'smartEncoding';
  readonly isChecked: boolean;
  readonly hint: string;
}

function HintedChoice({ name, isChecked, hint }: HintedChoiceProps) {
  const id = useId();
  return (
    <div>
      <label className="choice">
        <input type="checkbox" name={name} defaultChecked={isChecked} aria-describedby={id} />
        {fields[name]}
      </label>
      <p className="quiet" id={id}>
        {hint}
      </p>
    </div>
  );
}

function inputOf(form: FormData) {
  return {
    name: String(form.get('name')),
    timeZone: String(form.get('timeZone')),
    // Nothing, or what is no number, is refused by the server as 0 is.
    retentionDays: Math.trunc(Number(form.get('retentionDays'))) || 0,
    enforceSenderIds: form.has('enforceSenderIds'),
    pauseOnFailures: form.has('pauseOnFailures'),
    smartEncoding: form.has('smartEncoding'),
    stopScope: String(form.get('stopScope')) as StopScope,
  };
}

const DAY_MS = 86_400_000;
/** A range of statistics has at most so many days. What is older than that is rarely much. */
const DAYS_COUNTED = 998;

interface ShortenDialogProps {
  /** The retention in days, and the shorter one. */
  readonly from: number;
  readonly to: number;
  readonly change: Refusal & { readonly isRunning: boolean };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says how many messages lose their texts before it happens. */
function ShortenDialog({ from, to, change, onConfirm, onClose }: ShortenDialogProps) {
  const [now] = useState(() => Date.now());
  const days = Math.min(from, to + DAYS_COUNTED);
  const { data, failure } = useAnswer(Redacted, {
    from: new Date(now - days * DAY_MS).toISOString(),
    to: new Date(now - to * DAY_MS).toISOString(),
  });
  const count = data && totalOf(data.live.counts) + totalOf(data.sandbox.counts);
  return (
    <Confirm
      title={words.shorten}
      action={words.shortenButton(to)}
      isReady={count !== undefined || failure !== undefined}
      change={change}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p role="status">{count === undefined ? (failure ? words.uncounted : words.counting) : words.redacts(count)}</p>
      {count !== 0 && <p>{words.final}</p>}
    </Confirm>
  );
}
