import type {
  ChatErrorCode as ErrorCode,
  ChatMessageType as MessageType,
  SessionState as State,
  ChatStatus as Status,
} from '../../../domain/vocabulary.js';
import { enumOf } from '../kernel/enums.js';

export const SessionState = enumOf<State>('SessionState', 'Where a session is on its way to a connected phone.', {
  stopped: 'Not started, or stopped.',
  starting: 'Being started, or connecting.',
  scan_qr: 'Waits for a phone: scan the code of `sessionQr`, or type that of `requestPairingCode`.',
  connected: 'The phone is connected. Messages can be sent in this state alone.',
  stalled: 'The engine calls it connected, but nothing that it takes is acknowledged. Restart it.',
  disconnected: 'The engine does not answer, or says that the phone is gone.',
  failed: 'The engine has given up; `reason` says why. Start it again.',
});

export const ChatMessageType = enumOf<MessageType>('ChatMessageType', 'What a chat message is.', {
  text: 'A text.',
  image: 'A picture, with or without a caption.',
  video: 'A video, with or without a caption.',
  voice: 'A voice note. The chat app shows no caption with it.',
  file: 'Any file, with or without a caption. Not for groups.',
});

export const ChatStatus = enumOf<Status>('ChatStatus', 'Where a chat message is in its life.', {
  pending: 'On its way to the provider, or the answer of the provider was lost.',
  sent: 'The provider has it.',
  delivered: 'It is on the device of the recipient; in a group, on one of them.',
  read: 'The recipient has read it; in a group, somebody has.',
  failed: 'The provider rejected it, or could not be reached, or could not send it.',
});

export const ChatErrorCode = enumOf<ErrorCode>('ChatErrorCode', 'Why a chat message has failed, or is still pending.', {
  session_not_connected: 'The phone of the session was not connected. Nothing was sent.',
  provider_rejected: 'The provider rejected it.',
  provider_unavailable: 'The provider could not be reached. Nothing was sent.',
  provider_timeout: 'The provider did not answer: nobody knows whether it was sent. It is not sent again.',
  provider_failed: 'The provider took it, and reported later that it could not be sent.',
});
