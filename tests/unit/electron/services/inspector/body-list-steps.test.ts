/** Steps into a list that name an item otherwise than by its index, on answers as nodes give them. */
import { expect, test } from 'vitest';
import { openBody } from '../../../../../electron/services/inspector/body-tree.ts';

const ANSWER = JSON.stringify({
  result: [
    { SectorNumber: 3, Expiration: 30, SealedCID: { '/': 'bagboea1' }, Miner: 't01000' },
    { SectorNumber: 17, Expiration: 170, SealedCID: { '/': 'bagboea2' }, Miner: 't01001' },
  ],
  empty: [],
});
const at = (path: string) => openBody(new TextEncoder().encode(ANSWER), { path, limit: 10 });

test.each([
  ['result[-1].Expiration', '170'],
  ['result[SectorNumber=17].Expiration', '170'],
  ['result[SectorNumber=3].Expiration', '30'],
  ['result[Miner=t01001].SectorNumber', '17'],
  ['result[SealedCID=bagboea1].SectorNumber', '3'],
])('%s', (path, text) => {
  expect(at(path)).toMatchObject({ node: { text } });
  expect(at(path).problem).toBeUndefined();
});

test.each([
  ['result[SectorNumber=1].Expiration', 'There is no item whose SectorNumber is 1 here.'],
  ['result[Nothing=1]', 'There is no item whose Nothing is 1 here.'],
  ['empty[-1]', 'There is no item -1 here.'],
  ['result[0][-1]', 'There is no item -1 here.'],
])('%s leads nowhere', (path, problem) => expect(at(path).problem).toBe(problem));
