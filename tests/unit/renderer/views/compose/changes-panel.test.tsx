// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ChangesPanel } from '../../../../../renderer/views/compose/ChangesPanel.tsx';

const FIL = 10n ** 18n;
const sender = { address: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba', balance: (100n * FIL).toString(), exists: true };
const message = {
  nonce: '0',
  gasLimit: '1',
  gasFeeCap: '1',
  gasPremium: '1',
  value: FIL.toString(),
  maximumFee: (FIL / 50n).toString(),
  likelyFee: (FIL / 100n).toString(),
  baseFee: '1',
  cid: 'bafymessage',
  bytesHex: '8a00',
};

function lastRow(isToSender: boolean): string {
  const host = document.createElement('div');
  host.innerHTML = renderToStaticMarkup(<ChangesPanel sender={sender} message={message} isToSender={isToSender} />);
  return host.querySelector('tr:last-child td:last-child')?.textContent ?? '';
}

describe('what changes', () => {
  it('is the amount and the fee', () => expect(lastRow(false)).toMatch(/^98\.99/));
  it('is the fee alone where the sender is paid', () => expect(lastRow(true)).toMatch(/^99\.99/));
});
