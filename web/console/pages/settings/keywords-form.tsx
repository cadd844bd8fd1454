import { useState } from 'react';
import {
  type AnsweringOrganisation,
  DEFAULT_ANSWERS,
  writeAnswer,
} from '../../../../src/domain/sms/inbound/keyword-answers.js';
import { useChange } from '../../api/use-change.js';
import { type KeywordSettingsFragment, UpdateKeywords, type UpdateKeywordsInput } from '../../generated/documents.js';
import { TextAreaField, TextField } from '../../parts/forms/field.js';
import { Form, SaveButton } from '../../parts/forms/form.js';
import { KEYWORDS, KeywordCard, type KeywordName, Preview } from './keyword-parts.js';
import { words } from './keyword-texts.js';

const LABELS = Object.fromEntries(
  KEYWORDS.flatMap((keyword) => [
    [`${keyword}Words`, `${words.names[keyword]}, ${words.own}`],
    [`${keyword}Text`, `${words.names[keyword]}, ${words.text}`],
  ]),
);

interface KeywordsFormProps {
  readonly keywords: KeywordSettingsFragment;
  readonly organisation: AnsweringOrganisation;
}

export function KeywordsForm({ keywords, organisation }: KeywordsFormProps) {
  const change = useChange(UpdateKeywords);
  return (
    <Form change={change} labels={LABELS} onSubmit={(form) => change.run({ input: inputOf(form) })}>
      <div className="columns settings-columns">
        {KEYWORDS.map((keyword) => (
          <KeywordCard key={keyword} keyword={keyword} builtIn={keywords.builtIn}>
            <TextField
              label={words.own}
              hint={words.ownHint}
              name={`${keyword}Words`}
              defaultValue={keywords[`${keyword}Words`].join(', ')}
            />
            <label className="choice">
              <input type="checkbox" name={`${keyword}Answered`} defaultChecked={keywords[`${keyword}Answered`]} />
              {words.answered}
            </label>
            <AnswerField keyword={keyword} text={keywords[`${keyword}Text`]} organisation={organisation} />
          </KeywordCard>
        ))}
      </div>
      <p className="quiet">{words.limit}</p>
      <SaveButton change={change} />
    </Form>
  );
}

interface AnswerFieldProps extends Pick<KeywordsFormProps, 'organisation'> {
  readonly keyword: KeywordName;
  readonly text: string | null;
}

/** With what a person gets, while it is typed. */
function AnswerField({ keyword, text, organisation }: AnswerFieldProps) {
  const [typed, setTyped] = useState(text ?? '');
  const written = writeAnswer(keyword, typed === '' ? null : typed, organisation, null);
  return (
    <>
      <TextAreaField
        label={words.text}
        hint={words.textHint}
        name={`${keyword}Text`}
        rows={4}
        placeholder={DEFAULT_ANSWERS[organisation.stopScope][keyword]}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Preview {...written} />
    </>
  );
}

function inputOf(form: FormData): UpdateKeywordsInput {
  return Object.assign(
    {},
    ...KEYWORDS.map((keyword): UpdateKeywordsInput => {
      const own = String(form.get(`${keyword}Words`)).split(',');
      return {
        [`${keyword}Words`]: own.filter((word) => word.trim() !== ''),
        [`${keyword}Answered`]: form.has(`${keyword}Answered`),
        [`${keyword}Text`]: String(form.get(`${keyword}Text`)),
      };
    }),
  );
}
