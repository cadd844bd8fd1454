import type { CampaignStatus } from '../../generated/documents.js';

const ENDED: ReadonlySet<CampaignStatus> = new Set(['COMPLETED', 'CANCELLED']);

/** Whether its messages can still change by themselves. */
export const isUnderWay = ({ status }: { readonly status: CampaignStatus }): boolean => !ENDED.has(status);
