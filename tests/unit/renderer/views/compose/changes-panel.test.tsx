import { afterEach, expect, it } from 'vitest';
import { ChangesPanel } from '../../../../../renderer/views/compose/ChangesPanel.tsx';
import type { DraftReview } from '../../../../../shared/ipc/schemas/drafts.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

const SENDER = 't1u3zixslyx2biaonibuuilosnsmrz5ak4wzwv24q';
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const MESSAGE = {
  nonce: '0',
  gasLimit: '1',
  gasFeeCap: '1',
  gasPremium: '1',
  value: '2000000000000000000',
  maximumFee: '300000000000000000',
  likelyFee: '30000000000000000',
  cid: 'bafymessage',
  bytesHex: '8a00',
  paramsHex: '',
  params: { form: 'typed' as const },
  json: '{}',
  unsignedText: '{}',
};
const REVIEW: DraftReview = {
  fieldErrors: {},
  checks: [],
  calls: [],
  sender: { address: SENDER, exists: true, balance: '10000000000000000000', isOwn: true, calls: [] },
  recipient: { address: RECIPIENT, exists: true, balance: '0', isOwn: false, calls: [], isSender: false },
};
const SIMULATED = {
  exitCode: 0,
  exitName: 'Ok',
  gasUsed: '1',
  calls: [],
  omittedCount: 0,
  failedInsideCount: 0,
  balanceChanges: [
    { address: SENDER, before: '10000000000000000000', change: '-2000000000000000000', after: '8000000000000000000' },
    { address: RECIPIENT, before: '0', change: '2000000000000000000', after: '2000000000000000000' },
  ],
};

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

it.each([
  ['simulated', { ...REVIEW, simulation: SIMULATED }],
  ['not simulated', REVIEW],
])('shows the likely fee of the reviewed message, %s', async (_, review) => {
  drawn = await render(<ChangesPanel review={review} message={MESSAGE} />);
  const rows = [...drawn.container.querySelectorAll('tbody tr')].map(({ textContent }) => textContent ?? '');
  expect(rows).toHaveLength(4);
  expect(rows[2]).toContain('estimated fee8.000000−0.030000');
  expect(rows[2]).toContain('7.970000');
  expect(rows[3]).toContain('−2.030000');
  expect(rows[3]).toContain('7.970000');
});

it('shows no fee where none can be estimated', async () => {
  const { likelyFee: _, ...message } = MESSAGE;
  drawn = await render(<ChangesPanel review={{ ...REVIEW, simulation: SIMULATED }} message={message} />);
  expect(drawn.container.textContent).not.toContain('estimated fee');
});
