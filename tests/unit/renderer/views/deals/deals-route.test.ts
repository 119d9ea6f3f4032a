import { expect, it } from 'vitest';
import { readDealsRoute, writeDealsRoute } from '../../../../../renderer/views/deals/deals-route.ts';

it('writes and reads selection, filter and scope, and keeps other parameters', () => {
  const address = {
    id: '94',
    filter: 'label:"a b" size:>1GiB',
    kind: 'ddo',
    of: ['f01000', 'f01001'],
    hasCharts: true,
    source: 'dataset',
  } as const;
  const written = writeDealsRoute(address, 'at=1500&kind=f05');
  const [path = '', search = ''] = written.split('?');
  expect(path).toBe('/deals/94');
  expect(new URLSearchParams(search).get('at')).toBe('1500');
  expect(readDealsRoute('94', search)).toEqual(address);
  expect(writeDealsRoute({ id: undefined, filter: '', kind: undefined, of: [], hasCharts: false, source: undefined }, '')).toBe('/deals');
});

it('ignores invalid parameters', () => {
  expect(readDealsRoute(undefined, `kind=everything&of=${Array(50).fill('f01000').join(',')},x&charts=yes&source=file`)).toEqual({
    id: undefined,
    filter: '',
    kind: undefined,
    of: Array(20).fill('f01000'),
    hasCharts: false,
    source: undefined,
  });
});
