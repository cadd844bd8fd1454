import { useRef, useState } from 'react';
import { Button } from '../../../parts/forms/buttons.js';
import { RadioField, SelectField, TextAreaField, TextField } from '../../../parts/forms/field.js';
import { FileDrop } from '../../../parts/lists/file-drop.js';
import {
  ListError,
  listOf,
  type NumberList,
  numberOf,
  readListFile,
  readPastedLines,
} from '../../../parts/lists/number-list.js';
import { ROWS_PER_CAMPAIGN } from '../portions.js';
import { words } from '../texts.js';

type Way = 'file' | 'lines' | 'number';

const WAYS: readonly (readonly [Way, string])[] = [
  ['file', words.to.file],
  ['lines', words.to.lines],
  ['number', words.to.number],
];

interface ToStepProps {
  readonly list: NumberList | null;
  /** Where the list comes from, for example the name of its file. */
  readonly source: string;
  readonly onList: (list: NumberList | null, source: string) => void;
}

/** Who gets the message: a file, pasted lines or one number. */
export function ToStep({ list, source, onList }: ToStepProps) {
  const [way, setWay] = useState<Way>('file');
  const choose = (next: Way) => {
    setWay(next);
    onList(null, '');
  };
  return (
    <>
      {(!list || source === '') && (
        <RadioField isInRow legend={words.to.how} options={WAYS} value={way} onChange={choose} />
      )}
      {list && source !== '' ? (
        <div className="list-head">
          <p>
            <strong>{words.to.named(source, list.rows.length)}</strong>
          </p>
          <Button onClick={() => onList(null, '')}>{words.to.otherFile}</Button>
        </div>
      ) : (
        <Numbers key={way} way={way} onList={onList} />
      )}
      {list && source === '' && way !== 'number' && <p className="quiet">{words.to.size(list.rows.length)}</p>}
      {list && (list.columns.length > 1 || list.hasHeading) && (
        <ColumnChoice list={list} onList={(changed) => onList(changed, source)} />
      )}
      {list && list.rows.length > ROWS_PER_CAMPAIGN && (
        <p>{words.to.campaigns(Math.ceil(list.rows.length / ROWS_PER_CAMPAIGN))}</p>
      )}
    </>
  );
}

function Numbers({ way, onList }: Pick<ToStepProps, 'onList'> & { readonly way: Way }) {
  switch (way) {
    case 'file':
      return <FileDrop hint={words.to.fileHint} read={readListFile} onRead={onList} />;
    case 'lines':
      return <PastedLines onList={onList} />;
    case 'number':
      return <OneNumber onList={onList} />;
  }
}

function OneNumber({ onList }: Pick<ToStepProps, 'onList'>) {
  const change = (given: string) => {
    const records = [{ line: 1, fields: [given.trim()] }];
    onList(given.trim() === '' ? null : listOf(records, { hasHeading: false, numberAt: 0 }), '');
  };
  return (
    <TextField
      label={words.to.number}
      hint={words.to.numberHint}
      type="tel"
      autoComplete="off"
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

function PastedLines({ onList }: Pick<ToStepProps, 'onList'>) {
  const [complaint, setComplaint] = useState('');
  const latest = useRef('');
  const change = async (text: string) => {
    latest.current = text;
    setComplaint('');
    if (text.trim() === '') return onList(null, '');
    try {
      const list = await readPastedLines(text);
      // A long text may be read after one that was typed later.
      if (latest.current === text) onList(list, '');
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      onList(null, '');
      setComplaint(error.message);
    }
  };
  return (
    <TextAreaField
      label={words.to.lines}
      hint={words.to.linesHint}
      error={complaint || undefined}
      rows={6}
      onChange={({ currentTarget }) => void change(currentTarget.value)}
    />
  );
}

const EXAMPLES = 3;

function ColumnChoice({ list, onList }: { readonly list: NumberList; readonly onList: (list: NumberList) => void }) {
  const { records, columns, rows, numberAt, hasHeading } = list;
  const examples = rows.slice(0, EXAMPLES).map((row) => numberOf(list, row) || '–');
  return (
    <div className="column-choice">
      <SelectField
        label={words.to.column}
        hint={examples.length > 0 && words.to.columnHint(examples)}
        value={numberAt}
        onChange={({ currentTarget }) => onList(listOf(records, { hasHeading, numberAt: Number(currentTarget.value) }))}
      >
        {columns.map((column, at) => (
          <option key={column} value={at}>
            {column}
          </option>
        ))}
      </SelectField>
      <label className="choice">
        <input
          type="checkbox"
          checked={hasHeading}
          onChange={({ currentTarget }) => onList(listOf(records, { numberAt, hasHeading: currentTarget.checked }))}
        />
        {words.to.hasHeading}
      </label>
    </div>
  );
}
