import { afterEach, expect, test, vi } from 'vitest';
import { MempoolView } from '../../../../../renderer/views/mempool/MempoolView.tsx';
import type { HeadState } from '../../../../../shared/ipc/schemas/chain.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

test('an endpoint that gave no head yet says why in place of the pool, which is not asked for', async () => {
  const getPool = vi.fn();
  const problem = { code: 'endpoint-unreachable', message: 'Could not connect to 127.0.0.1:9: connection refused.' };
  const head = { status: 'failed', problem, calls: {}, strip: [], reorgs: [] } as unknown as HeadState;
  rendered = await render(<MempoolView />, clientWith({ chain: { headChanged: new ManualTopic(head) }, mempool: { getPool } }));
  expect(rendered.container.textContent).toContain(problem.message);
  expect(rendered.container.querySelector('[aria-busy="true"]')).toBeNull();
  expect(rendered.container.textContent).not.toContain('Try again');
  expect(getPool).not.toHaveBeenCalled();
});
