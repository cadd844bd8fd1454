import { useChange } from '../../api/use-change.js';
import {
  LiftSuppression as LiftSuppressionMutation,
  type SuppressionRowFragment,
  type SuppressionsQuery,
} from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
import { words } from './texts.js';

interface LiftSuppressionProps {
  readonly suppression: SuppressionRowFragment;
  readonly code: SuppressionsQuery['deliveryCodes'][number] | undefined;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Asks with the meaning of the code, because the number may have been suppressed for a lawful objection. */
export function LiftSuppression({ suppression, code, onEnd, onClose }: LiftSuppressionProps) {
  const change = useChange(LiftSuppressionMutation);
  const { id, mobile, senderId, reason } = suppression;
  const lift = async () => {
    if (await change.run({ input: { id } })) onEnd();
  };
  return (
    <Confirm
      title={words.lifting.title(mobile)}
      action={words.lifting.action}
      change={change}
      onConfirm={() => void lift()}
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
    </Confirm>
  );
}
