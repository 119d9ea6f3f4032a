import { expect, it } from 'vitest';
import { AnswerCache } from '../../../../../electron/rpc/answer-cache.ts';
import { SealingService } from '../../../../../electron/services/sealing/sealing-service.ts';
import { TestConnections } from '../../../../builders/active-connection.ts';
import { buildChain } from '../../../../builders/chain-tipset.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';

const notAsked = () => Promise.reject(new Error('not part of this test'));

it('shows and logs a bug of its own, goes on with the next round, and reads anew for who comes back', async () => {
  const { active } = scriptedConnection({});
  let isBroken = true;
  const miner = scriptedConnection({
    ActorAddress: 't01000',
    SectorsList: () => {
      if (isBroken) throw new TypeError('a bug');
      return [];
    },
  }).active.client;
  const chainNode = scriptedConnection({ StateMinerActiveSectors: [] }).active.client;
  const { logger, lines } = memoryLogger();
  const clock = new ManualClock();
  const profile = await temporaryProfile();
  const service = new SealingService({
    connections: new TestConnections({ ...active, client: chainNode, miner }),
    chain: { tipsets: buildChain([1, 2]), whenHead: async () => undefined, onHeadChanged: () => () => undefined },
    clock,
    logger,
    paths: profile.paths,
    blocks: new AnswerCache({ maxEntries: 10, maxBytes: 1000 }),
    ownMiners: async () => [],
    deals: { listDeals: notAsked, getDeal: notAsked },
  });
  service.start();
  service.slice.addSubscriber();
  await eventually(() => service.slice.get().status === 'failed', 'the failure to be shown');
  expect(service.slice.get().problem?.code).toBe('internal');
  expect(lines.join('\n')).toContain('a bug');
  isBroken = false;
  clock.advance(10_000);
  await eventually(() => service.slice.get().status === 'live', 'the next round');

  // Who comes back later is not shown the board of then.
  service.slice.removeSubscriber();
  service.slice.addSubscriber();
  expect(service.slice.get().status).toBe('live');
  service.slice.removeSubscriber();
  clock.advance(60_000);
  service.slice.addSubscriber();
  expect(service.slice.get()).toMatchObject({ status: 'loading', sectors: [] });
  await eventually(() => service.slice.get().status === 'live', 'the board of now');
  await service.stop();
  await profile.remove();
});
