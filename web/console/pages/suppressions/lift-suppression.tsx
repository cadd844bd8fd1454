import {
  LiftSuppression as LiftSuppressionMutation,
  type SuppressionRowFragment,
  type SuppressionsQuery,
} from '../../generated/documents.js';
import { ConfirmChange } from '../../parts/forms/confirm-change.js';
import { words } from './texts.js';

interface LiftSuppressionProps {
  readonly suppression: SuppressionRowFragment;
  readonly code: SuppressionsQuery['deliveryCodes'][number] | undefined;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Asks with the meaning of the code, because the number may have been suppressed for a lawful objection. */
export function LiftSuppression({ suppression, code, onEnd, onClose }: LiftSuppressionProps) {
  const { id, mobile, senderId, reason } = suppression;
  return (
    <ConfirmChange
      title={words.lifting.title(mobile)}
      action={words.lifting.action}
      mutation={LiftSuppressionMutation}
      input={() => ({ id })}
      onDone={onEnd}
      onClose={onClose}
    >
      <p>{senderId ? words.lifting.oneSender(senderId) : words.lifting.everySender}</p>
      {code && (
        <div className="note warning">
          <p>
            <strong>{words.lifting.code(code.code, code.name)}</strong> {words.lifting.meaning(code.meaning)}
          </p>
          {code.recommendedAction && <p>{words.lifting.advice(code.recommendedAction)}</p>}
          {reason && <p className="quiet">{reason}</p>}
        </div>
      )}
      <p>{words.lifting.again}</p>
    </ConfirmChange>
  );
}
