import { Baseline } from './0001-baseline.js';
import { CategoryOfCampaigns, CategoryOfMessages, CategoryOfSuppressions, ScopeOfStop } from './0007-category.js';

/**
 * In the order in which they run. MikroORM could find them in their folder, but the build puts the program into few
 * files, where there is no folder.
 */
export const MIGRATIONS = [
  Baseline,
  CategoryOfMessages,
  CategoryOfCampaigns,
  CategoryOfSuppressions,
  ScopeOfStop,
] as const;
