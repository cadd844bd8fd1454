import { useState } from 'react';
import { type Answerer, DEFAULT_ANSWERS, writeAnswer } from '../../../../src/domain/sms/keywords.js';
import { useChange } from '../../api/use-change.js';
import { type KeywordSettingsFragment, UpdateKeywords, type UpdateKeywordsInput } from '../../generated/documents.js';
import { errorAt, TextAreaField, TextField } from '../../parts/forms/field.js';
import { Form, SaveButton } from '../../parts/forms/form.js';
import { Preview, WISHES, type Wish, WishCard } from './keyword-parts.js';
import { words } from './keyword-texts.js';

const LABELS = Object.fromEntries(
  WISHES.flatMap((wish) => [
    [`${wish}Words`, `${words.names[wish]}, ${words.own}`],
    [`${wish}Text`, `${words.names[wish]}, ${words.text}`],
  ]),
);

interface KeywordsFormProps {
  readonly keywords: KeywordSettingsFragment;
  readonly organisation: Answerer;
}

export function KeywordsForm({ keywords, organisation }: KeywordsFormProps) {
  const change = useChange(UpdateKeywords);
  const [isSaved, setSaved] = useState(false);
  const save = async (form: FormData) => {
    setSaved(false);
    setSaved(Boolean(await change.run({ input: inputOf(form) })));
  };
  return (
    <Form change={change} labels={LABELS} onSubmit={save}>
      <div className="columns settings-columns">
        {WISHES.map((wish) => (
          <WishCard key={wish} wish={wish} builtIn={keywords.builtIn}>
            <TextField
              label={words.own}
              hint={words.ownHint}
              name={`${wish}Words`}
              defaultValue={keywords[`${wish}Words`].join(', ')}
              error={errorAt(change.userErrors, `${wish}Words`)}
            />
            <label className="choice">
              <input type="checkbox" name={`${wish}Answered`} defaultChecked={keywords[`${wish}Answered`]} />
              {words.answered}
            </label>
            <AnswerField
              wish={wish}
              text={keywords[`${wish}Text`]}
              organisation={organisation}
              error={errorAt(change.userErrors, `${wish}Text`)}
            />
          </WishCard>
        ))}
      </div>
      <p className="quiet">{words.limit}</p>
      <SaveButton isRunning={change.isRunning} isSaved={isSaved} />
    </Form>
  );
}

interface AnswerFieldProps extends Pick<KeywordsFormProps, 'organisation'> {
  readonly wish: Wish;
  readonly text: string | null;
  readonly error: string | undefined;
}

/** With what a person gets, while it is typed. */
function AnswerField({ wish, text, organisation, error }: AnswerFieldProps) {
  const [typed, setTyped] = useState(text ?? '');
  const written = writeAnswer(wish, typed === '' ? null : typed, organisation, null);
  return (
    <>
      <TextAreaField
        label={words.text}
        hint={words.textHint}
        name={`${wish}Text`}
        rows={4}
        placeholder={DEFAULT_ANSWERS[organisation.stopScope][wish]}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error}
      />
      <Preview {...written} />
    </>
  );
}

function inputOf(form: FormData): UpdateKeywordsInput {
  return Object.assign(
    {},
    ...WISHES.map((wish): UpdateKeywordsInput => {
      const own = String(form.get(`${wish}Words`)).split(',');
      return {
        [`${wish}Words`]: own.filter((word) => word.trim() !== ''),
        [`${wish}Answered`]: form.has(`${wish}Answered`),
        [`${wish}Text`]: String(form.get(`${wish}Text`)),
      };
    }),
  );
}
