import { expect, it } from 'vitest';
import { checkVersion } from '../../../../../../electron/services/messages/drafts/version-check.ts';
import { unverifiedSentence } from '../../../../../../shared/domain/chain/network-version.ts';

const newer = unverifiedSentence({ version: 99, isExact: true, source: 'node' });

it('warns before calls of methods on a network that is newer, and not before plain transfers', () => {
  expect(checkVersion({ method: 16n }, newer)).toMatchObject({
    result: 'warning',
    detail: expect.stringMatching(/^This network runs version 99; Sextant supports versions up to \d+\./),
  });
  expect(checkVersion({ method: 0n }, newer)).toBeUndefined();
  expect(checkVersion({ method: 16n }, unverifiedSentence({ version: 28, isExact: true, source: 'node' }))).toBeUndefined();
});
