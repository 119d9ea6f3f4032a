import { expect, it } from 'vitest';
import { readDealsAddress, writeDealsAddress } from '../../../../../renderer/views/deals/deals-address.ts';

it('an address names the selection, the filter and whose deals, and keeps what others have in it', () => {
  const address = {
    id: '94',
    filter: 'label:"a b" size:>1GiB',
    kind: 'ddo',
    of: ['f01000', 'f01001'],
    hasCharts: true,
    source: 'dataset',
  } as const;
  const written = writeDealsAddress(address, 'at=1500&kind=f05');
  const [path = '', search = ''] = written.split('?');
  expect(path).toBe('/deals/94');
  expect(new URLSearchParams(search).get('at')).toBe('1500');
  expect(readDealsAddress('94', search)).toEqual(address);
  expect(writeDealsAddress({ id: undefined, filter: '', kind: undefined, of: [], hasCharts: false, source: undefined }, '')).toBe('/deals');
});

it('what nobody could have written is left out', () => {
  expect(readDealsAddress(undefined, `kind=everything&of=${Array(50).fill('f01000').join(',')},x&charts=yes&source=file`)).toEqual({
    id: undefined,
    filter: '',
    kind: undefined,
    of: Array(20).fill('f01000'),
    hasCharts: false,
    source: undefined,
  });
});
