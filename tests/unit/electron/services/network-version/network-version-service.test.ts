import { expect, it } from 'vitest';
import { ValueTopic } from '../../../../../electron/platform/topics.ts';
import { NetworkVersionService } from '../../../../../electron/services/network-version/network-version-service.ts';
import { versionAt } from '../../../../../shared/domain/chain/network-version.ts';
import { LAST_NETWORK_VERSION } from '../../../../../shared/domain/methods/actor-type.ts';
import { TestConnections } from '../../../../builders/active-connection.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { quietLogger } from '../../../../builders/quiet-logger.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';

const HEAD = { height: 100, key: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'], timeMs: 0, parents: [], blocks: [] };

it('asks again when a node that was away comes back', async () => {
  let version = LAST_NETWORK_VERSION;
  const { active, asked } = scriptedConnection({ StateNetworkVersion: () => version, StateGetNetworkParams: { ForkUpgradeParams: {} } });
  const slice = new ValueTopic<{ connectionId: string; problem?: { code: string; message: string } }>({ connectionId: active.id });
  const chain = { tipsets: [HEAD as never], slice, onHeadChanged: () => () => undefined };
  const service = new NetworkVersionService({ connections: new TestConnections(active), chain, logger: quietLogger });
  service.start();
  const shown = () => versionAt(service.slice.get().knowledge, HEAD.height)?.version;
  await eventually(() => shown() === LAST_NETWORK_VERSION, 'the version');
  version = LAST_NETWORK_VERSION + 1;
  const before = asked.length;
  slice.set({ connectionId: active.id });
  expect(asked.length).toBe(before);
  slice.set({ connectionId: active.id, problem: { code: 'endpoint-unreachable', message: 'gone' } });
  expect(asked.length).toBe(before);
  slice.set({ connectionId: active.id });
  await eventually(() => shown() === LAST_NETWORK_VERSION + 1, 'the newer version');
  service.stop();
});
