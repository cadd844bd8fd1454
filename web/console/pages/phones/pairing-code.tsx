import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { RequestPairingCode } from '../../generated/documents.js';
import { CopyButton } from '../../parts/forms/copy-button.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

/** For a phone whose camera cannot scan: a code that the person types into it. */
export function PairingCode({ id }: { readonly id: string }) {
  const change = useChange(RequestPairingCode);
  const [code, setCode] = useState<string | null>(null);
  const request = async (phoneNumber: string) => {
    const data = await change.run({ input: { sessionId: id, phoneNumber } });
    setCode(data?.requestPairingCode?.code ?? null);
  };
  return (
    <details>
      <summary>{words.pair.typed}</summary>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isRunning) void request(String(new FormData(event.currentTarget).get('phoneNumber')));
        }}
      >
        <FormErrors refusal={change} labels={{ phoneNumber: words.pair.number }} />
        <p className="quiet">{words.pair.typedHow}</p>
        <TextField
          label={words.pair.number}
          hint={words.pair.numberHint}
          name="phoneNumber"
          type="tel"
          autoComplete="off"
          error={errorAt(change.userErrors, 'phoneNumber')}
        />
        <WriteButton type="submit" className="button" isRunning={change.isRunning}>
          {words.pair.getCode}
        </WriteButton>
        <div role="status">
          {code && (
            <>
              <p>{words.pair.codeIs}</p>
              <p className="pairing-code">
                <code>{code}</code> <CopyButton value={code} label={text.copy.button} />
              </p>
            </>
          )}
        </div>
      </form>
    </details>
  );
}
