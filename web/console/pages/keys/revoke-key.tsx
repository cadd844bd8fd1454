import { useChange } from '../../api/use-change.js';
import { type KeyRowFragment, RevokeKey as RevokeKeyMutation } from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
import { Moment } from '../../parts/moment.js';
import { words } from './texts.js';

interface RevokeKeyProps {
  readonly apiKey: KeyRowFragment;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;

/** A key that was used within a day is in some program: its name has to be typed. */
export function RevokeKey({ apiKey: { id, name, lastUsedAt, lastUsedFrom }, onEnd, onClose }: RevokeKeyProps) {
  const change = useChange(RevokeKeyMutation);
  const isInUse = lastUsedAt !== null && Date.now() - Date.parse(lastUsedAt) < DAY_MS;
  const revoke = async () => {
    if (await change.run({ input: { apiKeyId: id } })) onEnd();
  };
  return (
    <Confirm
      title={words.revocation.title(name)}
      action={words.revocation.action}
      typed={isInUse ? name : undefined}
      change={change}
      onConfirm={() => void revoke()}
      onClose={onClose}
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
    </Confirm>
  );
}
