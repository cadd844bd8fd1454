import { catalogue } from '../../texts/catalogue.js';
import { countOf } from '../../texts/format.js';

export const words = catalogue({
  en: {
    title: 'Account',
    sentence: (email: string, devices: number) =>
      `You sign in as ${email}, and are signed in on ${countOf(devices, 'device', 'devices')}.`,
    person: { title: 'You', name: 'Name', nameHint: 'Other members see it.', email: 'E-mail address' },
    password: {
      title: 'Password',
      current: 'Current password',
      next: 'New password',
      nextHint: 'At least ten characters; longer is better than complicated.',
      button: 'Change the password',
      done: 'Changed. Your other devices are signed out.',
    },
    devices: {
      title: 'Devices',
      columns: { device: 'Device', used: 'Last used', from: 'From', since: 'Signed in' },
      end: 'Sign out',
      endThis: (device: string) => `Sign out ${device}`,
      current: 'This device',
      unknown: 'Unknown device',
      on: (browser: string, system: string) => `${browser} on ${system}`,
      browser: 'A browser',
      everywhere: 'Sign out everywhere',
      everywhereHow: (others: number) =>
        others === 0
          ? 'Ends this session, and every other of yours that may begin meanwhile.'
          : `Ends this session and ${countOf(others, 'other', 'others')}.`,
    },
    screen: {
      title: 'This browser',
      theme: 'Appearance',
      rows: 'Rows of tables',
      shortcuts: 'Keys without Ctrl, such as / for search',
      shortcutsHint: 'Press ? for a list. Switch them off if you dictate, or press keys by accident.',
    },
    organisations: {
      title: 'Organisations',
      current: 'open now',
      create: 'Create an organisation',
      createHow: 'It has its own members, keys and messages. You become its owner.',
      name: 'Name',
      button: 'Create',
    },
  },
});
