import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../src/http/metrics/metrics.js';
import { ROOT } from './markdown.js';
import { readPage } from './page.js';

const DEPLOY = resolve(ROOT, 'deploy');
/** The variable of the dashboard. */
const CHOSEN_SOURCE = `$\{datasource}`;
const PROMTOOL = '/usr/bin/promtool';

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string; readonly noValue?: string } };
}

const rules = readFileSync(resolve(DEPLOY, 'prometheus/rules.yaml'), 'utf8');
const dashboard = JSON.parse(readFileSync(resolve(DEPLOY, 'grafana/postrider.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
};
const charts = dashboard.panels.filter(({ type }) => type !== 'row');
const queries = charts.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
const alerts = [...rules.matchAll(/- alert: (\w+)\n(.*?)(?=\n\n|$)/gs)].map(([, name = '', text = '']) => ({
  name,
  text,
}));

/** The series that a process shows. */
let series: Set<string>;
beforeAll(async () => {
  const shown = await createMetrics().render(() => Promise.reject(new Error('The database is away')));
  const types = [...shown.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  series = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((ending) => name + ending) : name,
    ),
  );
});

const namesIn = (text: string) => [...new Set(text.match(/\b(?:postrider|process|nodejs)_\w+/g))];

describe('The dashboard and the alerts', () => {
  it.each([
    ['dashboard', queries],
    ['alerts', rules],
  ])('read only series that a process shows: %s', (_, text) => {
    const names = namesIn(text);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !series.has(name))).toEqual([]);
  });

  it('leave no metric of our own out', () => {
    const read = new Set(namesIn(queries).map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    const own = [...series].filter((name) => name.startsWith('postrider_'));
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((name) => !read.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
  });

  it('have charts with a unit, a word for no data, and the data source that the reader chooses', () => {
    expect(charts.length).toBeGreaterThan(30);
    for (const { title, datasource, targets = [], fieldConfig } of charts) {
      const sources = [datasource, ...targets.map((target) => target.datasource)].map((source) => source?.uid);
      expect({ title, sources: [...new Set(sources)] }).toEqual({ title, sources: [CHOSEN_SOURCE] });
      expect({ title, ...fieldConfig?.defaults }).toMatchObject({
        unit: expect.any(String),
        noValue: expect.any(String),
      });
    }
  });

  it('have a section in the runbook for each alert, and for nothing else', () => {
    expect(alerts.length).toBeGreaterThan(15);
    const headings = [...readPage('runbook.md').text.matchAll(/^## (Postrider\w+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(alerts.map(({ name }) => name));
    for (const { name, text } of alerts) expect(text).toContain(`runbook_url: docs/runbook.md#${name.toLowerCase()}`);
  });

  it('say in each section what the alert means, what users feel, and what to do', () => {
    for (const { name } of alerts) {
      const section = readPage('runbook.md').section(name);
      for (const part of ['**Means**', '**Users**', '**Do**']) expect(`${name}: ${section}`).toContain(part);
    }
  });

  it('have a series for each alert that raises it', () => {
    const cases = readFileSync(resolve(DEPLOY, 'prometheus/rules.test.yaml'), 'utf8');
    const raised = new Set([...cases.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)].map(([, name]) => name));
    expect([...raised].sort()).toEqual(alerts.map(({ name }) => name).sort());
  });
});

(existsSync(PROMTOOL) ? describe : describe.skip)('promtool', () => {
  it.each([
    ['check', 'rules.yaml'],
    ['test', 'rules.test.yaml'],
  ])('finds nothing wrong: %s %s', async (verb, file) => {
    const path = resolve(DEPLOY, 'prometheus', file);
    const { stdout } = await promisify(execFile)(PROMTOOL, [verb, 'rules', path]);
    expect(stdout).toContain('SUCCESS');
  });
});
