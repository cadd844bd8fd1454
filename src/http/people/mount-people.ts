import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Asset, mountAsset } from '../assets.js';
import type { Faces } from '../faces.js';
import { PEOPLE_POLICY } from '../security-headers.js';
import { INVITATION_PAGE, SET_UP_PAGE, signInPage } from './pages.js';
import { PEOPLE_STYLE } from './style.js';

const SCRIPTS = ['app', 'key', 'set-up', 'invitation', 'sign-in'];

/** The pages behind the links that people get, and the one where they sign in. */
export function mountPeople(app: FastifyInstance, { signUp }: Pick<Faces, 'signUp'>): void {
  const text = (url: string, type: Asset['type'], content: string): Asset => ({ url, type, load: async () => content });
  const assets: readonly Asset[] = [
    text('/setup', 'text/html', SET_UP_PAGE),
    text('/invitation', 'text/html', INVITATION_PAGE),
    text('/sign-in', 'text/html', signInPage(signUp === 'open')),
    text('/people/style.css', 'text/css', PEOPLE_STYLE),
    ...SCRIPTS.map(
      (name): Asset => ({
        url: `/people/${name}.js`,
        type: 'text/javascript',
        load: () => readFile(new URL(`./browser/${name}.js`, import.meta.url)),
      }),
    ),
  ];
  for (const asset of assets) mountAsset(app, asset, PEOPLE_POLICY);
}
