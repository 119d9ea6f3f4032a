/** Places where a crawl begins, besides the screens of the navigation. */
import { postCall } from '../../builders/devnet-caller.ts';

/** What a user reaches by typing, by a button, or by what happens seldom; on any node. */
export function deepPlaces(letter: 'f' | 't', epoch: number): string[] {
  const pinned = ['/overview', '/miners', `/miners/${letter}01000`, '/deals', `/actors/${letter}01`].map((place) => `${place}?at=${epoch}`);
  return [
    `/miners/${letter}01000`,
    `/miners/${letter}01000?source=state`,
    `/miners/${letter}01000?deadline=0`,
    `/miners/${letter}01000?sector=1`,
    `/miners/${letter}01000?expiries=1`,
    ...pinned,
    `/tipsets/${epoch}?against=${Math.max(0, epoch - 20)}`,
    '/mempool',
    '/sealing?view=table',
    '/sealing/paste',
    '/sealing/retrieval',
    '/sealing/retrieval?ask=3',
    '/deals/check',
    '/deals/proposal',
    '/deals/paste',
    '/deals/0',
    '/deals/999999',
    `/actors/${letter}0999999`,
    '/messages/bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w',
    '/compose/batch',
    '/inspector/new',
    '/inspector/call/ChainHead',
    '/endpoints/new',
    '/addresses/new',
    '/nowhere',
  ];
}

/** One actor of each kind of code that a node has, among those with small numbers. */
export async function oneOfEachType(url: string, letter: 'f' | 't'): Promise<string[]> {
  const numbers = [...Array(120).keys(), ...Array.from({ length: 12 }, (_, index) => 1000 + index)];
  const byCode = new Map<string, string>();
  for (const number of numbers) {
    const address = `${letter}0${number}`;
    const { result } = (await postCall(url, 'Filecoin.StateGetActor', [address, null])).json as {
      result?: { Code: { '/': string } } | null;
    };
    const code = result?.Code['/'];
    if (code !== undefined && !byCode.has(code)) byCode.set(code, `/actors/${address}`);
  }
  return [...byCode.values()];
}
