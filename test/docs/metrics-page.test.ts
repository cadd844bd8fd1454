import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../src/http/metrics/metrics.js';
import { readPage } from './page.js';

describe('docs/metrics.md', () => {
  it('has the metrics of our own that a process shows, with their meanings', async () => {
    const shown = await createMetrics().render(() => Promise.reject(new Error('The database is away')));
    const metrics = [...shown.matchAll(/^# HELP (postrider_\w+) (.+)$/gm)].map(([, name, meaning]) => [name, meaning]);
    const rows = [...readPage('metrics.md').text.matchAll(/^\| `(\w+)` \|[^|]*\| (.+) \|$/gm)];
    expect(metrics.length).toBeGreaterThan(20);
    expect(rows.map(([, name, meaning]) => [name, meaning])).toEqual(metrics);
  });
});
