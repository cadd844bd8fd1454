import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Button, WriteButton } from '../../parts/forms/buttons.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { SelectField, TextAreaField, TextField } from '../../parts/forms/field.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { FileDrop } from '../../parts/lists/file-drop.js';
import { readTextFile } from '../../parts/lists/number-list.js';
import { text } from '../../texts/text.js';
import { type RefusedNumber, readNumbers, usePortions } from './numbers.js';
import { words } from './texts.js';

interface AddNumbersProps {
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** One number, pasted lines or a file; the list stays in memory until it is sent. */
export function AddNumbers({ onEnd, onClose }: AddNumbersProps) {
  const [typed, setTyped] = useState('');
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const source = file?.text ?? typed;
  const { numbers, unreadable } = useMemo(() => readNumbers(source), [source]);
  const portions = usePortions(numbers);
  const { done, total, isRunning, refused, refusal } = portions;
  const [isDone, setIsDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const run = async (leaveOut: readonly RefusedNumber[] = []) => {
    if (!form.current || total === 0 || isRunning) return;
    const fields = new FormData(form.current);
    const senderId = String(fields.get('senderId')).trim() || null;
    const category = fields.get('category') === 'PROMOTIONAL' ? 'PROMOTIONAL' : null;
    const reason = String(fields.get('reason')).trim() || null;
    setIsDone(await portions.run({ senderId, category, reason }, leaveOut));
  };
  const changeSource = (change: () => void) => {
    portions.forget();
    change();
  };
  if (isDone) return <Done count={done} onEnd={onEnd} />;
  const close = () => (done > 0 ? onEnd() : onClose());
  return (
    <Dialog title={words.add} onClose={() => !isRunning && close()}>
      <form
        ref={form}
        className="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void run();
        }}
      >
        <FormErrors refusal={refusal} />
        {file ? (
          <p className="chosen-file">
            {words.form.fromFile(file.name)}{' '}
            <Button onClick={() => changeSource(() => setFile(null))}>{words.form.removeFile}</Button>
          </p>
        ) : (
          <>
            <TextAreaField
              label={words.form.numbers}
              hint={words.form.numbersHint}
              name="numbers"
              rows={4}
              value={typed}
              onChange={(event) => changeSource(() => setTyped(event.target.value))}
            />
            <FileDrop
              hint={words.form.fileHint}
              read={readTextFile}
              onRead={(content, name) => changeSource(() => setFile({ name, text: content }))}
            />
          </>
        )}
        <Found count={numbers.length} unreadable={unreadable} isShown={source.trim() !== ''} />
        <TextField label={words.form.sender} hint={words.form.senderHint} name="senderId" autoComplete="off" />
        <SelectField label={words.form.category} name="category">
          <option value="">{words.form.allMessages}</option>
          <option value="PROMOTIONAL">{text.onlyCategory.PROMOTIONAL}</option>
        </SelectField>
        <TextField label={words.form.reason} hint={words.form.reasonHint} name="reason" autoComplete="off" />
        {refused.length > 0 && <Refused numbers={refused} onLeaveOut={() => void run(refused)} />}
        {(isRunning || done > 0) && <Progress done={done} total={total} />}
        <div className="buttons">
          {!isRunning && <Button onClick={close}>{done > 0 ? text.forms.close : text.forms.cancel}</Button>}
          <WriteButton type="submit" look="primary" aria-disabled={total === 0 || undefined} isRunning={isRunning}>
            {done > 0 ? words.form.goOn(total - done) : words.form.submit(total)}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  );
}

interface FoundProps {
  readonly count: number;
  readonly unreadable: readonly number[];
  readonly isShown: boolean;
}

function Found({ count, unreadable, isShown }: FoundProps) {
  return (
    <p role="status" className="quiet">
      {isShown && words.form.found(count)} {isShown && unreadable.length > 0 && words.form.unreadable(unreadable)}
    </p>
  );
}

/** Takes the focus, because it stands where the person does not look. */
function Refused({
  numbers,
  onLeaveOut,
}: {
  readonly numbers: readonly RefusedNumber[];
  readonly onLeaveOut: () => void;
}) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <div className="note failed" role="alert" tabIndex={-1} ref={note}>
      <strong>{words.form.refused}</strong>
      <ul className="refused">
        {[...Map.groupBy(numbers, ({ message }) => message)].map(([message, same]) => (
          <li key={message}>
            {words.form.refusedLines(
              same.map(({ line }) => line),
              message,
            )}
          </li>
        ))}
      </ul>
      <Button onClick={onLeaveOut}>{words.form.leaveOut(numbers.length)}</Button>
    </div>
  );
}

function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <label className="field">
      <span className="quiet">{words.form.progress(done, total)}</span>
      <progress max={total} value={done} />
    </label>
  );
}

function Done({ count, onEnd }: { readonly count: number; readonly onEnd: () => void }) {
  return (
    <Dialog title={words.add} onClose={onEnd}>
      <p role="status">{words.form.done(count)}</p>
      <div className="buttons">
        <Button look="primary" onClick={onEnd}>
          {text.forms.close}
        </Button>
      </div>
    </Dialog>
  );
}
