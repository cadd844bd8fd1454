import { type KeyRowFragment, RevokeKey as RevokeKeyMutation } from '../../generated/documents.js';
import { ConfirmChange } from '../../parts/forms/confirm-change.js';
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
  const isInUse = lastUsedAt !== null && Date.now() - Date.parse(lastUsedAt) < DAY_MS;
  return (
    <ConfirmChange
      title={words.revocation.title(name)}
      action={words.revocation.action}
      typed={isInUse ? name : undefined}
      mutation={RevokeKeyMutation}
      input={() => ({ apiKeyId: id })}
      onDone={onEnd}
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
    </ConfirmChange>
  );
}
