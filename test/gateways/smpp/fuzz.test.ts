import { describe, expect, it } from '@jest/globals';
import { fuzzLink, fuzzParser } from './fuzz.js';
import { accept } from './peer.js';
import { soon, textMessage, until, useSmppStage } from './under-test.js';

const PDUS = 5_000;

describe('The SMPP gateway under hostile PDUs', () => {
  const stage = useSmppStage();

  it('reads or refuses every one of them', () => {
    const { framed, reports } = fuzzParser(PDUS, 1);
    expect(framed).toBeGreaterThan(PDUS / 10);
    expect(reports).toBeGreaterThan(PDUS / 100);
  });

  it('lives on, and still sends', async () => {
    const { gateway, reports } = await stage.start({}, { firstReconnectMs: 5, longestReconnectMs: 10 });
    await fuzzLink(stage.peer, PDUS, 2);
    await until(() => stage.peer.connections().length > 0);
    stage.peer.onSubmit = accept('alive-');
    for (let tries = 0; tries < 20; tries++) {
      const [result] = await gateway.submit([textMessage('Hello')], soon());
      if (result?.outcome.kind === 'accepted') break;
    }
    expect(stage.peer.of('submit_sm').length).toBeGreaterThan(0);
    expect(reports.length).toBeGreaterThan(PDUS / 100);
  });
});
