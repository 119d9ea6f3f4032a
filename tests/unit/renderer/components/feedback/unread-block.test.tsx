import { expect, it } from 'vitest';
import { UnreadBlock } from '../../../../../renderer/components/feedback/UnreadBlock.tsx';
import { NO_VERSION_KNOWLEDGE } from '../../../../../shared/domain/chain/network-version.ts';
import { LAST_NETWORK_VERSION } from '../../../../../shared/domain/methods/actor-type.ts';
import type { DecodedView } from '../../../../../shared/ipc/schemas/decoded.ts';
import { clientWith, ManualTopic, render } from '../../../../builders/rendered.tsx';

const NEWER = LAST_NETWORK_VERSION + 1;
const RAW: DecodedView = { form: 'cbor', value: { kind: 'list', items: [{ kind: 'integer', value: '77' }], count: 1 } };

it('shows a block by position, marked as not verified', async () => {
  const knowledge = { ...NO_VERSION_KNOWLEDGE, ranges: [{ version: NEWER, from: 0, to: 100 }] };
  const client = clientWith({ chain: { versionChanged: new ManualTopic({ knowledge } as never) } as never });
  const { container } = await render(<UnreadBlock raw={RAW} height={50} />, client);
  expect(container.textContent).toContain(`not verified for version ${NEWER}`);
  expect(container.textContent).toContain('77');
  // It belongs to no method.
  expect(container.textContent).not.toContain('method');
});

it('is absent where every block could be read', async () => {
  const { container } = await render(<UnreadBlock raw={undefined} height={50} />);
  expect(container.querySelector('section')).toBeNull();
});
