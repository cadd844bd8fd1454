import type { Mutant } from './mutant.js';
import { ACCESS_MUTANTS } from './mutants-of-access.js';
import { CAMPAIGN_MUTANTS } from './mutants-of-campaigns.js';
import { DOUBT_MUTANTS } from './mutants-of-doubts.js';
import { EXPIRY_MUTANTS } from './mutants-of-expiry.js';
import { EXPORT_MUTANTS } from './mutants-of-exports.js';
import { REPORT_MUTANTS } from './mutants-of-reports.js';
import { SENDER_MUTANTS } from './mutants-of-senders.js';
import { SENDING_MUTANTS } from './mutants-of-sending.js';
import { STATISTICS_MUTANTS } from './mutants-of-statistics.js';

export const MUTANTS: readonly Mutant[] = [
  ...SENDING_MUTANTS,
  ...SENDER_MUTANTS,
  ...DOUBT_MUTANTS,
  ...REPORT_MUTANTS,
  ...ACCESS_MUTANTS,
  ...STATISTICS_MUTANTS,
  ...CAMPAIGN_MUTANTS,
  ...EXPORT_MUTANTS,
  ...EXPIRY_MUTANTS,
];
