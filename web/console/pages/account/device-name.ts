import { words } from './texts.js';

/** In this order, because browsers name those that they descend from as well. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

/** What people call a device. What it calls itself can be anything, so it is only a hint. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return words.devices.unknown;
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1];
  if (system) return words.devices.on(browser ?? words.devices.browser, system);
  return browser ?? words.devices.unknown;
}
