import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { draftOfOffer, minerOfOffer, offersOf, readOfferSources } from '../../../../../electron/services/connections/environment-offers.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';
import { temporaryFolder } from '../../../../builders/temporary-folder.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.p1_LbHg-2E5oyCN0zXyzA';

let home: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  home = await temporaryFolder();
});
afterEach(() => home.remove());

async function repo(name: string, files: Record<string, string>): Promise<string> {
  const folder = join(home.path, name);
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    await writeFile(join(folder, file), text);
  }
  return folder;
}

describe('variables', () => {
  test('the first node comes with the miner, and what is shown has no token', async () => {
    const { logger, lines } = memoryLogger();
    const sources = await readOfferSources(
      {
        FULLNODE_API_INFO: `${JWT}:/ip4/10.0.0.7/tcp/1234/http,/ip4/10.0.0.8/tcp/1234/http,${JWT}`,
        MINER_API_INFO: `${JWT}:/ip4/10.0.0.9/tcp/2345/http`,
      },
      logger,
    );
    const offers = offersOf(sources, []);
    expect(offers.map(({ offer }) => offer)).toEqual([
      {
        id: 'environment-1',
        origin: 'FULLNODE_API_INFO and MINER_API_INFO',
        name: '10.0.0.7:1234',
        httpUrl: 'http://10.0.0.7:1234/rpc/v1',
        wsUrl: 'ws://10.0.0.7:1234/rpc/v1',
        minerUrl: 'http://10.0.0.9:2345/rpc/v0',
        hasToken: true,
      },
      {
        id: 'environment-2',
        origin: 'FULLNODE_API_INFO',
        name: '10.0.0.8:1234',
        httpUrl: 'http://10.0.0.8:1234/rpc/v1',
        wsUrl: 'ws://10.0.0.8:1234/rpc/v1',
        hasToken: false,
      },
    ]);
    const [first] = offers;
    if (first?.node === undefined) throw new Error('the first offer has no node');
    expect(await draftOfOffer({ ...first, node: first.node }, 'x')).toMatchObject({ name: 'x', token: JWT, minerToken: JWT });
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain(JWT);

    // An offer keeps its id when the one before it is taken, and a miner that is left goes with the next.
    const left = offersOf(sources, [{ httpUrl: 'http://10.0.0.7:1234/rpc/v1' }]);
    expect(left.map(({ offer }) => [offer.id, offer.minerUrl])).toEqual([['environment-2', 'http://10.0.0.9:2345/rpc/v0']]);
  });

  test.each(['MINER_API_INFO', 'STORAGE_API_INFO'])('%s alone is offered for a connection that is chosen', async (variable) => {
    const sources = await readOfferSources({ [variable]: `${JWT}:/ip4/10.0.0.9/tcp/2345/http` }, memoryLogger().logger);
    const [found] = offersOf(sources, []);
    expect(found?.offer).toEqual({
      id: 'environment-miner',
      origin: variable,
      name: '10.0.0.9:2345',
      minerUrl: 'http://10.0.0.9:2345/rpc/v0',
      hasToken: true,
    });
    expect(found?.miner === undefined ? undefined : await minerOfOffer(found.miner)).toEqual({
      minerUrl: 'http://10.0.0.9:2345/rpc/v0',
      minerToken: JWT,
    });
    expect(offersOf(sources, [{ httpUrl: 'http://a', minerUrl: 'http://10.0.0.9:2345/rpc/v0' }])).toEqual([]);
  });

  test('no variables and no home, no offers', async () => {
    expect(offersOf(await readOfferSources({}, memoryLogger().logger), [])).toEqual([]);
  });
});

describe('a Lotus repo', () => {
  test('is found in the home folder, with its token unread until the offer is taken', async () => {
    const folder = await repo('.lotus', { api: '/ip4/127.0.0.1/tcp/1234/http\n', token: 'first' });
    await repo('.lotusminer', { api: '/ip4/127.0.0.1/tcp/2345/http', token: 'of-the-miner' });
    const [found] = offersOf(await readOfferSources({ homeFolder: home.path }, memoryLogger().logger), []);
    expect(found?.offer).toMatchObject({
      id: 'repo-1',
      httpUrl: 'http://127.0.0.1:1234/rpc/v1',
      minerUrl: 'http://127.0.0.1:2345/rpc/v0',
      hasToken: true,
    });
    expect(found?.offer.origin).toContain(folder);
    await writeFile(join(folder, 'token'), 'second\n');
    if (found?.node === undefined) throw new Error('the repo was not offered');
    expect(await draftOfOffer({ ...found, node: found.node }, 'x')).toMatchObject({ token: 'second', minerToken: 'of-the-miner' });
  });

  test('LOTUS_PATH goes before the home folder, with a tilde as Lotus reads it', async () => {
    await repo('.lotus', { api: '/ip4/127.0.0.1/tcp/1/http' });
    await repo('other', { api: '/ip4/127.0.0.1/tcp/2/http' });
    const [found] = offersOf(await readOfferSources({ homeFolder: home.path, LOTUS_PATH: '~/other' }, memoryLogger().logger), []);
    expect(found?.offer).toMatchObject({ httpUrl: 'http://127.0.0.1:2/rpc/v1', hasToken: false });
  });

  test.each<[string, Record<string, string>]>([
    ['without an address', { token: 'x' }],
    ['with an empty one', { api: ' \n' }],
    ['with a long one', { api: `/ip4/127.0.0.1/tcp/1/http${' '.repeat(9000)}` }],
    ['with something else in it', { api: 'line one\nline two' }],
    ['with control characters', { api: '/ip4/127.0.0.1/tcp/1/\u0007http' }],
  ])('%s is not offered', async (_name, files) => {
    await repo('.lotus', files);
    expect(offersOf(await readOfferSources({ homeFolder: home.path }, memoryLogger().logger), [])).toEqual([]);
  });

  test('a folder in the place of a file is not offered', async () => {
    await mkdir(join(home.path, '.lotus', 'api'), { recursive: true });
    expect(offersOf(await readOfferSources({ homeFolder: home.path }, memoryLogger().logger), [])).toEqual([]);
  });
});
