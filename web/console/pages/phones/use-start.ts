import { useChange } from '../../api/use-change.js';
import { type PhoneRowFragment, RestartPhone, StartPhone } from '../../generated/documents.js';

/** Starts a phone. One that its engine believes to run is restarted, because a start would leave it as it is. */
export function useStart({ id, state }: Pick<PhoneRowFragment, 'id' | 'state'>) {
  const starting = useChange(StartPhone);
  const restarting = useChange(RestartPhone);
  const change = state === 'STOPPED' || state === 'FAILED' ? starting : restarting;
  return { ...change, start: () => change.run({ input: { sessionId: id } }) };
}
