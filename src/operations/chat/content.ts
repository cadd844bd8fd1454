import { randomBytes } from 'node:crypto';
import type { Media, OutgoingChatMessage } from '../../domain/chat/engine.js';
import { isMimeType, mimeTypeOf } from '../../domain/chat/media.js';
import {
  type ChatContent,
  type ChatRecipientKind,
  parseRecipient,
  validateContent,
} from '../../domain/chat/validate.js';
import { invalidField, invalidInput } from '../../domain/errors.js';
import { hasPrivateHost, judgeHost } from '../../lib/net/public-address.js';
import type { Context } from '../context.js';

/** Returns the message for the engine, or throws one error with every fault. Does not check where a media URL leads. */
export function validateMessage(content: ChatContent, kind: ChatRecipientKind): OutgoingChatMessage {
  const recipient = parseRecipient(content.to, kind);
  const errors = [...(recipient.ok ? [] : [recipient.error]), ...validateContent(content, kind)];
  if (errors.length > 0 || !recipient.ok) throw invalidInput(errors);
  return {
    proposedId: proposeMessageId(),
    to: recipient.to,
    isGroup: kind === 'group',
    type: content.type,
    text: content.message?.trim() ? content.message : null,
    media: mediaOf(content),
  };
}

/**
 * Refuses media URLs on private networks. The engine resolves the name again when it fetches the file, so this check
 * cannot exclude DNS rebinding. Names are looked up only if an engine would fetch the file; messages of test keys fetch
 * nothing.
 */
export async function refusePrivateMedia({ caller, engines, policy }: Context, { url: address }: Media): Promise<void> {
  if (policy.allowPrivateNetworkUrls) return;
  const url = new URL(address);
  const isFetched = caller.mode === 'live' && [...engines.values()].some((engine) => engine.fetchesMedia);
  const verdict = isFetched ? await judgeHost(url) : hasPrivateHost(url) ? 'private' : 'public';
  if (verdict === 'public') return;
  const message =
    verdict === 'private'
      ? 'The address leads to a private network; media must be on the public internet.'
      : 'The host of the address cannot be found.';
  throw invalidField('url', 'invalid', message);
}

function mediaOf({ type, url, filename = null, mimeType }: ChatContent): Media | null {
  if (type === 'text' || url == null) return null;
  // `href` of the parsed URL, so that the engine gets exactly the URL that was checked.
  const given = mimeType != null && isMimeType(mimeType) ? mimeType : null;
  return { url: new URL(url).href, filename, mimeType: given ?? mimeTypeOf(type, url, filename) };
}

const ID_RANDOM_BYTES = 9;

/** Uses the format of the chat app's own clients. */
function proposeMessageId(): string {
  return `3EB0${randomBytes(ID_RANDOM_BYTES).toString('hex').toUpperCase()}`;
}
