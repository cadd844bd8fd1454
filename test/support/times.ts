import { expect } from '@jest/globals';

/** Matches any time as the API writes it. */
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** So many hours from now, or before now, as calls take it. */
export const hoursAhead = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
