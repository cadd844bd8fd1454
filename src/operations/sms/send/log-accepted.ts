import { noteAccepted } from '../../../lib/trace/tracing.js';
import type { Context } from '../../context.js';

/** For a line of the log: who sent it. Without the name, because a person's is an e-mail address. */
function sentBy({ caller: { organisationId, actor } }: Pick<Context, 'caller'>) {
  return { organisationId, createdBy: { kind: actor.kind, id: actor.id } };
}

/** Call this after the commit: a line about a campaign that was rolled back would mislead. */
export function logCampaign(
  context: Context,
  { id: campaignId, total }: { readonly id: string; readonly total: number },
): void {
  noteAccepted('campaign accepted', campaignId, { 'postrider.messages': total });
  context.logger.info({ ...sentBy(context), campaignId, total }, 'a campaign was accepted');
}

/** For debugging only: a line for each SMS would be most of the log. */
export function logMessage(context: Context, { id: messageId }: { readonly id: string }): void {
  noteAccepted('SMS accepted', messageId, {});
  if (context.logger.isLevelEnabled('debug'))
    context.logger.debug({ ...sentBy(context), messageId }, 'an SMS was accepted');
}
