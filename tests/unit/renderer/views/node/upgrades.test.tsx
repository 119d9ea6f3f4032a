import { expect, it } from 'vitest';
import { useConsoleEndpoint } from '../../../../../renderer/views/inspector/console/use-console-endpoint.ts';
import { HeadVersion } from '../../../../../renderer/views/node/HeadVersion.tsx';
import { Upgrades } from '../../../../../renderer/views/node/Upgrades.tsx';
import { builtInKnowledge, scheduleOf, withVersion } from '../../../../../shared/domain/chain/network-version.ts';
import { LAST_NETWORK_VERSION } from '../../../../../shared/domain/methods/actor-type.ts';
import { clientWith, ManualTopic, render } from '../../../../builders/rendered.tsx';

const HEIGHT = 7_000_000;
const NEWER = LAST_NETWORK_VERSION + 1;
const knowledge = {
  ...builtInKnowledge('mainnet'),
  upgrades: scheduleOf('mainnet', { UpgradeXxHeight: HEIGHT - 10 }),
  hasNodeSchedule: true,
};

function clientKnowing(of: typeof knowledge) {
  const head = { connectionId: 'a', networkName: 'mainnet', head: { height: HEIGHT, key: ['bafy'] } };
  return clientWith({
    chain: {
      headChanged: new ManualTopic(head as never),
      versionChanged: new ManualTopic({ connectionId: 'a', knowledge: of, calls: {} } as never),
    } as never,
  });
}

const asked = { ...knowledge, ranges: withVersion([], NEWER, HEIGHT) };

it('the version of the Node screen is that of the connection, with how sure it is', async () => {
  const { container, unmount } = await render(<HeadVersion />, clientKnowing(asked));
  expect(container.textContent).toContain(`${NEWER} not verified for version ${NEWER}`);
  await unmount();
  const unasked = await render(<HeadVersion />, clientKnowing(knowledge));
  expect(unasked.container.textContent).toContain(`${LAST_NETWORK_VERSION} or later not verified after upgrade Xx`);
});

it('an upgrade that this release does not know is marked in the list', async () => {
  const upgrades = [
    { name: 'Solstice', height: 6_000_000 },
    { name: 'Xx', height: HEIGHT - 10 },
    { name: 'Later', height: 999_999_999_999_999 },
  ];
  const { container } = await render(<Upgrades value={{ networkName: 'mainnet', upgrades }} />, clientKnowing(asked));
  const rows = [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows[0]).not.toContain('unknown');
  expect(rows[1]).toContain('unknown to this release');
  expect(rows[2]).toBe('Later not scheduled');
});

it('the console checks calls by the version of the connection', async () => {
  const Shown = () => <p>{useConsoleEndpoint('node', undefined).endpoint.networkVersion}</p>;
  const { container } = await render(<Shown />, clientKnowing({ ...knowledge, ranges: withVersion([], 28, HEIGHT) }));
  expect(container.textContent).toBe('28');
});
