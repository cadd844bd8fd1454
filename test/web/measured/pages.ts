import type { Page, Request } from 'playwright-core';
import { findBarriers } from '../stage.js';
import type { Environment } from './environment.js';
import { type Probe, paintedAt, probe } from './probes.js';
import { atMost, type Measurement, none, told } from './report.js';

const WIDTHS = [320, 390, 768, 1280] as const;
const THEMES = ['light', 'dark'] as const;
const HEIGHT = 860;
const LIMITS = { calls: 6, shift: 0.02 };

/** Every page of an organisation that has something on each of them, in every width and theme. */
export async function measurePages(environment: Environment): Promise<Measurement[]> {
  const organisationId = environment.filled[0]?.organisationId ?? '';
  const paths = await pathsOf(environment, organisationId);
  const page = await environment.open('/account', { organisationId });
  const sweep: Sweep = {
    page,
    probed: await probe(page),
    base: `${environment.stage.server.url}/app/${organisationId}`,
    paths,
  };
  const measurements = [...(await inEveryLook(sweep)), ...(await inHardConditions(sweep))];
  await page.close();
  return [told('pages', `${paths.length}: ${paths.map(([name]) => name).join(', ')}`), ...measurements];
}

interface Sweep {
  readonly page: Page;
  readonly probed: Probe;
  readonly base: string;
  readonly paths: readonly (readonly [name: string, path: string])[];
}

/** One load of a page, and what was wrong with it. */
interface Seen {
  /** The page, its width and its theme. */
  readonly name: string;
  readonly shift: number;
  readonly moved: readonly string[];
  readonly calls: number;
  readonly barriers: readonly string[];
  readonly isSideways: boolean;
}

async function inEveryLook(sweep: Sweep): Promise<Measurement[]> {
  const { page, base, paths } = sweep;
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error}`));
  page.on('console', (message) => {
    if (/error|warning/.test(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  const looks = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })));
  const seen: Seen[] = [];
  for (const [name, path] of paths) {
    for (const look of looks) {
      const one = await see(sweep, name, path, look);
      if (one.shift > LIMITS.shift)
        console.error(`  ${one.name}: shift of ${one.shift.toFixed(3)}: ${one.moved.join('; ')}`);
      seen.push(one);
    }
  }
  const most = (of: 'shift' | 'calls') => seen.reduce((one, other) => (other[of] > one[of] ? other : one));
  const [shifting, calling] = [most('shift'), most('calls')];
  return [
    none(
      `${seen.length} loads, ${WIDTHS.join(', ')} px, light and dark: findings of axe`,
      seen.flatMap(({ name, barriers }) => barriers.map((barrier) => `${name}: ${barrier}`)),
    ),
    none(
      '... sideways scrolling',
      seen.filter(({ isSideways }) => isSideways).map(({ name }) => name),
    ),
    none('... complaints in the console of the browser', complaints),
    none(
      '... requests to other hosts',
      [...hosts].filter((host) => host !== new URL(base).host),
    ),
    {
      ...atMost('... layout shift, the most', shifting.shift, LIMITS.shift),
      measured: `${shifting.shift.toFixed(3)} (${shifting.name})`,
    },
    {
      ...atMost('... calls of a page view, the most', calling.calls, LIMITS.calls),
      measured: `${calling.calls} (${calling.name})`,
    },
  ];
}

async function see(
  { page, probed, base }: Sweep,
  name: string,
  path: string,
  { width, theme }: { readonly width: number; readonly theme: 'light' | 'dark' },
): Promise<Seen> {
  let calls = 0;
  const count = (request: Request) => {
    if (request.method() === 'POST') calls += 1;
  };
  page.on('request', count);
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme: theme });
  await settle(page, `${base}${path}`);
  page.off('request', count);
  const { shift, moved } = await probed.read();
  const isSideways = (await overflowOf(page)) > 0;
  return {
    name: `${name} at ${width} px, ${theme}`,
    shift,
    moved,
    calls,
    isSideways,
    barriers: await findBarriers(page),
  };
}

async function inHardConditions({ page, probed, base, paths }: Sweep): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const check = async (
    what: string,
    prepare: () => Promise<unknown>,
    look: () => Promise<string[]>,
    after = prepare,
  ) => {
    const found: string[] = [];
    for (const [name, path] of paths) {
      await prepare();
      await settle(page, `${base}${path}`);
      if (after !== prepare) await after();
      found.push(...(await look()).map((each) => `${name}: ${each}`));
    }
    measurements.push(none(what, found));
  };
  const sideways = async () => ((await overflowOf(page)) > 0 ? ['scrolls sideways'] : []);

  // 1280 by 1024 at 400 %.
  const zoom = { width: 320, height: 256, deviceScaleFactor: 4, mobile: false };
  await check(
    'zoom of 400 %: sideways scrolling, or a header that leaves no room',
    async () => probed.devtools.send('Emulation.setDeviceMetricsOverride', zoom),
    async () => [...(await sideways()), ...(await page.evaluate(stuckParts))],
  );
  await probed.devtools.send('Emulation.clearDeviceMetricsOverride');

  for (const width of [320, 1280]) {
    await check(
      `text spacing of WCAG 1.4.12 at ${width} px: sideways scrolling, or text that is cut off`,
      () => page.setViewportSize({ width, height: HEIGHT }),
      async () => [...(await sideways()), ...(await page.evaluate(cutOff))],
      () => page.evaluate(spaceOut),
    );
  }

  await check(
    'forced colours: findings of axe, or focus that cannot be seen',
    () => page.emulateMedia({ forcedColors: 'active' }),
    async () => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      return [...(await findBarriers(page)), ...(await page.evaluate(hiddenFocus))];
    },
  );
  await page.emulateMedia({ forcedColors: 'none' });

  await check(
    'reduced motion: what still moves',
    () => page.emulateMedia({ reducedMotion: 'reduce' }),
    () => page.evaluate(moving),
  );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  return measurements;
}

async function settle(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main h1').first().waitFor();
  await paintedAt(page, `!document.querySelector('main :is([aria-busy=true], .skeleton)')`);
  // Charts are drawn after their data have come, and shifts are noted after their frame.
  await page.waitForTimeout(400);
}

const overflowOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** Runs in the page: what stays in view takes at most half of it. */
function stuckParts(): string[] {
  const heights = [...document.querySelectorAll('body *')]
    .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, bottom, top }) => width > innerWidth / 2 && bottom > 0 && top < innerHeight)
    .map(({ height }) => height);
  const sum = heights.reduce((all, height) => all + height, 0);
  return sum > innerHeight / 2 ? [`${Math.round(sum)} of ${innerHeight} px stay in view`] : [];
}

/** Runs in the page. A sheet that a script makes needs no style element, which the content policy refuses. */
function spaceOut(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* {
    line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
  } p { margin-block-end: 2em !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Runs in the page: elements with text of their own that hide a part of it. */
function cutOff(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(element);
    const hides = ['hidden', 'clip'].includes(style.overflowX) || ['hidden', 'clip'].includes(style.overflowY);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    // Text for screen readers alone is one pixel large.
    if (
      !hides ||
      !hasText ||
      element.clientWidth <= 1 ||
      style.textOverflow === 'ellipsis' ||
      style.webkitLineClamp !== 'none'
    )
      continue;
    if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1) {
      found.push(
        `${element.tagName.toLowerCase()}.${element.className} cuts "${element.textContent?.trim().slice(0, 30)}"`,
      );
    }
  }
  return found;
}

/** Runs in the page. */
function hiddenFocus(): string[] {
  const element = document.activeElement;
  if (!element || element === document.body) return ['nothing has the focus'];
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  return isSeen ? [] : [`${element.tagName.toLowerCase()} has no outline`];
}

/** Runs in the page. */
function moving(): string[] {
  const found = new Set(document.getAnimations().map((animation) => animation.constructor.name));
  for (const element of document.querySelectorAll('body *')) {
    const { transitionDuration, animationDuration, animationName, scrollBehavior } = getComputedStyle(element);
    const seconds = transitionDuration.split(',').map(Number.parseFloat);
    const name = `${element.tagName.toLowerCase()}.${element.className}`;
    if (Math.max(...seconds) > 0.01) found.add(`transition of ${name}`);
    if (animationName !== 'none' && Number.parseFloat(animationDuration) > 0.01) found.add(`animation of ${name}`);
    if (scrollBehavior === 'smooth') found.add(`smooth scrolling of ${name}`);
  }
  return [...found];
}

async function pathsOf({ stage }: Environment, organisationId: string): Promise<Sweep['paths']> {
  const one = async (sql: string): Promise<string> => {
    const [row] = await stage.server.sql<{ value: string }>(sql, [organisationId]);
    return row?.value ?? '';
  };
  const campaign = await one(
    `SELECT id AS value FROM campaigns WHERE organisation_id = $1 AND started_at IS NOT NULL ORDER BY total DESC LIMIT 1`,
  );
  const held = await one(
    `SELECT campaign_id AS value FROM campaign_progress WHERE organisation_id = $1 ORDER BY held DESC LIMIT 1`,
  );
  const message = await one(
    `SELECT message_id AS value FROM sms_troubles WHERE organisation_id = $1 AND status = 'undelivered' LIMIT 1`,
  );
  const number = await one(
    `SELECT mobile AS value FROM sms_messages WHERE organisation_id = $1 AND mobile <> '' LIMIT 1`,
  );
  const chat = await one(`SELECT id AS value FROM chat_messages WHERE organisation_id = $1 ORDER BY id DESC LIMIT 1`);
  const phone = await one(`SELECT id AS value FROM chat_sessions WHERE organisation_id = $1 LIMIT 1`);
  const webhook = await one(
    `SELECT endpoint_id AS value FROM webhook_deliveries WHERE organisation_id = $1 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  return [
    ['overview', ''],
    ['overview of 30 days', '?span=30d'],
    ['campaigns', '/campaigns'],
    ['campaign', `/campaigns/${campaign}`],
    ['campaign on hold', `/campaigns/${held}`],
    ['campaign, empty filter', `/campaigns/${campaign}?status=queued&code=505`],
    ['send', '/send'],
    ['inbox', '/inbox'],
    ['messages', '/messages'],
    ['messages, filtered', '/messages?state=undelivered&from=2020-01-01'],
    ['chat messages', '/messages/chat?from=2020-01-01'],
    ['message', `/messages/${message}`],
    ['chat message', `/messages/${chat}`],
    ['number', `/numbers/${number}`],
    ['phones', '/phones'],
    ['phone', `/phones/${phone}`],
    ['suppressions', '/suppressions'],
    ['webhooks', '/webhooks'],
    ['webhook', `/webhooks/${webhook}`],
    ['events', '/events'],
    ['keys', '/keys'],
    ['senders', '/senders'],
    ['members', '/members'],
    ['audit', '/audit'],
    ['settings', '/settings'],
    ['account', '/account'],
    ['nothing here', '/nowhere'],
  ];
}
