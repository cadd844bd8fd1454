import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { RequestPairingCode } from '../../generated/documents.js';
import { CopyButton } from '../../parts/forms/copy-button.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { Form } from '../../parts/forms/form.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

/** For a phone whose camera cannot scan: a code that the person types into it. */
export function PairingCode({ id }: { readonly id: string }) {
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
      </Form>
    </details>
  );
}
