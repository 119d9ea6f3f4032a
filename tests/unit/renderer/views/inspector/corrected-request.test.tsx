// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { CorrectedRequest } from '../../../../../renderer/views/inspector/CorrectedRequest.tsx';
import { render } from '../../../../builders/rendered.tsx';

test('a request is shown as it is copied, says what to fill in, and opens as a new call with every digit', async () => {
  const onEdit = vi.fn();
  const request = '{"jsonrpc":"2.0","id":1,"method":"Filecoin.StateMarketStorageDeal","params":[null,18446744073709551615]}';
  const repair = {
    kind: 'request',
    method: 'Filecoin.StateMarketStorageDeal',
    request,
    note: 'One at a time.',
    blanks: ['dealId'],
  } as const;
  const { container, unmount } = await render(<CorrectedRequest repair={{ ...repair, blanks: [...repair.blanks] }} onEdit={onEdit} />);
  expect(container.textContent).toContain(request);
  expect(container.textContent).toContain('One at a time. Fill in before sending: dealId.');
  const open = [...container.querySelectorAll('button')].find((button) => button.textContent === 'Open as a new call');
  await act(async () => open?.click());
  expect(onEdit).toHaveBeenCalledExactlyOnceWith('Filecoin.StateMarketStorageDeal', '[\n  null,\n  18446744073709551615\n]');
  await unmount();
});

test('of a signed message the fields are named that have to change', async () => {
  const changes = [
    { field: 'GasPremium', from: '105000', to: '110001' },
    { field: 'Nonce', to: '12' },
  ];
  const { container, unmount } = await render(
    <CorrectedRequest repair={{ kind: 'message', changes, note: 'Sign it again.' }} onEdit={vi.fn()} />,
  );
  expect([...container.querySelectorAll('dt')].map((term) => term.textContent)).toEqual(['GasPremium', 'Nonce']);
  expect([...container.querySelectorAll('dd')].map((value) => value.textContent)).toEqual(['105000110001attoFIL', '12']);
  expect(container.querySelector('button')).toBeNull();
  await unmount();
});
