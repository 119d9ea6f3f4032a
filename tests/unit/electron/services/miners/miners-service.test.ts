/** Lists of miners over a scripted node: a row that cannot be read is no reason to show none of the others. */
import { describe, expect, it } from 'vitest';
import { MinersService } from '../../../../../electron/services/miners/miners-service.ts';
import { OwnMinersService } from '../../../../../electron/services/own-miners/own-miners-service.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { TestConnections } from '../../../../builders/active-connection.ts';
import { buildChain } from '../../../../builders/chain-tipset.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { quietLogger } from '../../../../builders/quiet-logger.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';

const power = {
  MinerPower: { RawBytePower: '10', QualityAdjPower: '20' },
  TotalPower: { RawBytePower: '100', QualityAdjPower: '200' },
  HasMinPower: true,
};
const late = new SextantError('endpoint-timeout', 'StateMinerPower took too long.', {
  retryable: true,
  details: { method: 'StateMinerPower' },
});
const away = new SextantError('endpoint-unreachable', 'Nobody answers.', { retryable: true });
const chain = { tipsets: buildChain([10, 11]), whenHead: async () => undefined, onHeadChanged: () => () => undefined };

type Script = Parameters<typeof scriptedConnection>[0];

/** Both lists of own miners t01000 and t01001, as the two screens ask for them. */
function servicesOver(script: Script) {
  const { active, asked } = scriptedConnection(script);
  const connections = new TestConnections(active);
  const { genesisCid } = active.facts;
  const byGenesis = { [genesisCid]: ['f01000', 'f01001'] };
  const miners = new MinersService({ connections, chain, watched: { load: async () => ({ byGenesis }), save: async () => undefined } });
  const own = new OwnMinersService({
    connections,
    chain,
    miners,
    history: { winsOf: () => undefined, balancesOf: () => [] },
    endingDeals: async () => undefined,
    clock: new ManualClock(),
    logger: quietLogger,
  });
  return { asked, list: () => miners.listMiners({ isOwnOnly: true }), own: () => own.getOwnMiners() };
}

const LISTS = ['list', 'own'] as const;

describe.each(LISTS)('%s', (name) => {
  it('shows the others where the power of one cannot be read, and says why of that one', async () => {
    const { [name]: read } = servicesOver({
      StateMinerPower: ([address]: readonly unknown[]) => (address === 't01000' ? late : power),
      StateMinerSectorCount: { Live: 3, Active: 2, Faulty: 1 },
    });
    const { miners } = await read();
    if ('error' in miners) throw new Error(miners.error.message);
    const [untold, told] = miners.value;
    expect(untold).toMatchObject({ address: 't01000', problem: { code: 'endpoint-timeout' }, sectors: { live: 3, active: 2, faulty: 1 } });
    expect(untold).not.toHaveProperty('qualityAdjusted');
    expect(told).toMatchObject({ address: 't01001', qualityAdjusted: '20', networkQualityAdjusted: '200' });
    expect(told).not.toHaveProperty('problem');
  });

  it('fails whole where nothing is told of any of them', async () => {
    const { [name]: read } = servicesOver({
      StateMinerPower: away,
      StateMinerSectorCount: away,
      StateMinerProvingDeadline: away,
      StateMinerAvailableBalance: away,
    });
    expect((await read()).miners).toMatchObject({ error: { code: 'endpoint-unreachable', message: 'Nobody answers.' } });
  });
});

it('power that is not served is asked for once, and said to be so every time', async () => {
  const { own, asked } = servicesOver({ StateMinerSectorCount: { Live: 3, Active: 2, Faulty: 0 } });
  for (let round = 0; round < 3; round++) {
    const { miners } = await own();
    if ('error' in miners) throw new Error(miners.error.message);
    expect(miners.value.map(({ problem }) => problem?.code)).toEqual(['method-not-served', 'method-not-served']);
  }
  expect(asked.filter(({ method }) => method === 'StateMinerPower').length).toBeLessThanOrEqual(2);
});
