import { deleteSuppression } from '../db/queries/find-suppressions.js';
import type { SuppressionRow } from '../db/queries/list-suppressions.js';
import { inOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';
import { fieldError, invalidInput, notFound } from '../domain/errors.js';
import { parseMobile } from '../domain/sms/phone-number.js';

export interface LiftSuppressionInput {
  readonly mobile: string;
  /** Null: the suppression for every sender. */
  readonly senderId?: string | null | undefined;
}

/** The number may be written to again. */
export async function liftSuppression(
  { orm, caller: { organisationId } }: Context,
  input: LiftSuppressionInput,
): Promise<SuppressionRow> {
  const mobile = parseMobile(input.mobile);
  if (!mobile.ok) throw invalidInput([fieldError('mobile', mobile.reason, mobile.message)]);
  const key = { mobile: mobile.digits, senderId: input.senderId ?? '' };
  const lifted = await inOrganisation(orm, organisationId, (tx) => deleteSuppression(tx, organisationId, key));
  if (!lifted) throw notFound('Suppression');
  return lifted;
}
