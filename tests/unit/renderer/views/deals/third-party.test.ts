import { expect, test } from 'vitest';
import { cidCheckerPage, isCheckerApi, isMarketMissing } from '../../../../../renderer/views/deals/third-party.ts';
import { presetById } from '../../../../../shared/rpc/endpoint-presets.ts';

const PIECE = 'baga6ea4seaqjtovkwk4myyzj56eztkh5pzsk5upksan6f5outesy62bsvl4dsha';

test.each([
  ['mainnet-glif', `https://filecoin.tools/search?q=${PIECE}`],
  ['calibration-glif', `https://calibration.filecoin.tools/${PIECE}`],
])('the checker of %s is opened at the piece', (id, url) => {
  expect(cidCheckerPage(presetById(id)?.defaults?.cidCheckerUrl, PIECE)?.url).toBe(url);
});

test('a URL without a placeholder is opened as is', () => {
  expect(cidCheckerPage('https://a.example/', PIECE)).toEqual({ url: 'https://a.example/', host: 'a.example' });
});

test.each(['<undefined>', '', '../../evil?x=', 'baga/..', `${PIECE}#x`, 'a'.repeat(201)])(
  'an invalid CID, %j, is not put into a URL',
  (cid) => {
    expect(cidCheckerPage('https://a.example/{cid}', cid)).toBeUndefined();
  },
);

test.each(['http://a.example/{cid}', 'javascript:alert(1)', 'nonsense', undefined])('%j is not opened in a browser', (url) => {
  expect(cidCheckerPage(url, PIECE)).toBeUndefined();
});

test.each([
  ['http://127.0.0.1:7/cid-checker', true],
  ['https://filecoin.tools/search?q={cid}', false],
  [undefined, false],
])('the CID checker URL %j has an API: %j', (url, hasApi) => {
  expect(isCheckerApi(url)).toBe(hasApi);
});

test('the dataset is offered if the endpoint cannot return the market, not if it is unreachable', () => {
  const of = (code: string, method?: string) =>
    isMarketMissing({ code, message: '', retryable: false, ...(method === undefined ? {} : { details: { method } }) } as never);
  expect(of('method-not-served', 'StateMarketDeals')).toBe(true);
  expect(of('capability-missing', 'StateMarketDeals')).toBe(true);
  expect(of('endpoint-bad-reply', 'StateMarketDeals')).toBe(true);
  expect(of('endpoint-unreachable', 'StateMarketDeals')).toBe(false);
  expect(of('node-error', 'StateReadState')).toBe(false);
});
