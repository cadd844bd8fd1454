import { type ReactNode, useRef } from 'react';
import { GSM7_BASIC, GSM7_EXTENSION } from '../../../../../src/domain/sms/segments.js';
import { asTyped } from '../../../../../src/domain/sms/smart-encoding.js';
import { TextAreaField } from '../../../parts/forms/field.js';
import type { NumberList } from '../../../parts/lists/number-list.js';
import { type Survey, worstTextOf } from '../survey.js';
import { words } from '../texts.js';

interface TextStepProps {
  readonly text: string;
  /** Whether typographic characters are replaced. */
  readonly isSmart: boolean;
  readonly list: NumberList | null;
  readonly survey: Survey | null;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
  readonly onSmart: (isSmart: boolean) => void;
}

const MOST_SEGMENTS = 10;

/** The text, with what it will be at the recipient whose text is the longest. */
export function TextStep({ text, isSmart, list, survey, error, onText, onSmart }: TextStepProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const worst = worstTextOf(text, isSmart, list, survey);
  const insert = (column: string) => {
    const element = area.current;
    if (!element) return;
    const { selectionStart, selectionEnd } = element;
    const placeholder = `{{${column}}}`;
    onText(text.slice(0, selectionStart) + placeholder + text.slice(selectionEnd));
    const cursor = selectionStart + placeholder.length;
    // React writes the new value first.
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(cursor, cursor);
    });
  };
  const tooLong = worst.segments > MOST_SEGMENTS ? words.text.tooLong : undefined;
  return (
    <div className="text-step">
      <div className="stack">
        <TextAreaField
          ref={area}
          label={words.text.label}
          error={error ?? tooLong}
          rows={5}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
        <label className="choice">
          <input type="checkbox" checked={isSmart} onChange={({ currentTarget }) => onSmart(currentTarget.checked)} />
          <span>
            {words.text.smart} <span className="quiet">{words.text.smartHint}</span>
          </span>
        </label>
        {list?.hasHeading && <Chips list={list} onChosen={insert} />}
      </div>
      <div className="stack">
        <div>
          <p className="label">{words.text.whole}</p>
          <p className="sample">{worst.text === '' ? '…' : marked(worst.text)}</p>
          <p className="quiet">
            {worst.row && list && list.rows.length > 1 && <>{words.text.longest(worst.row.line)}: </>}
            {words.text.measure(worst.encoding, worst.units, worst.segments)}
          </p>
        </div>
        <UnicodeNote text={isSmart ? asTyped(text).typed : text} survey={survey} />
      </div>
    </div>
  );
}

function Chips({ list, onChosen }: { readonly list: NumberList; readonly onChosen: (column: string) => void }) {
  const columns = list.columns.filter((_, at) => at !== list.numberAt);
  if (columns.length === 0) return null;
  return (
    <fieldset className="chips">
      <legend className="quiet">{words.text.insert}</legend>
      {columns.map((column) => (
        <button
          key={column}
          type="button"
          className="button chip"
          aria-label={words.text.chip(column)}
          onClick={() => onChosen(column)}
        >
          {column}
        </button>
      ))}
    </fieldset>
  );
}

function marked(text: string): ReactNode[] {
  const pieces: { readonly isPlain: boolean; text: string }[] = [];
  for (const character of text) {
    const isPlain = isGsm7(character);
    const last = pieces.at(-1);
    if (last?.isPlain === isPlain) last.text += character;
    else pieces.push({ isPlain, text: character });
  }
  // biome-ignore lint/suspicious/noArrayIndexKey: The pieces have no other name.
  return pieces.map((piece, at) => (piece.isPlain ? piece.text : <mark key={at}>{piece.text}</mark>));
}

const MOST_SHOWN = 10;

function UnicodeNote({ text, survey }: Pick<TextStepProps, 'text' | 'survey'>) {
  const characters = unicodeCharactersOf(text);
  if (characters.length === 0 && !survey?.longestUnicode) return null;
  return (
    <div className="note warning">
      {characters.length > 0 && <p>{words.text.unicode(characters.slice(0, MOST_SHOWN))}</p>}
      {survey?.longestUnicode && <p>{words.text.unicodeRows(survey.unicodeRows, survey.longestUnicode.line)}</p>}
    </div>
  );
}

const GSM7 = new Set(GSM7_BASIC + GSM7_EXTENSION);

const isGsm7 = (character: string): boolean => GSM7.has(character);

/** The characters of a text that GSM-7 lacks, each once, in their order. */
const unicodeCharactersOf = (text: string): string[] => [...new Set(text)].filter((one) => !isGsm7(one));
