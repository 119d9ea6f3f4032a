import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../../../../electron/services/chain/search-text.ts';

const CID = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';
const OTHER = 'bafy2bzaceadwi34pd5zt4jngikxcz4paguwgahln4nsork6jsrlel7h3o7r4m';

describe('meaningOf', () => {
  it.each(['4863283', '4,863,283', '4.863.283', '4 863 283', "4'863'283", ' 4_863_283 ', '#4863283', '4\u202f863\u202f283'])(
    'reads %j as a number',
    (text) => {
      expect(meaningOf(text)).toEqual({ kind: 'number', value: 4863283 });
    },
  );

  it.each(['4,86,283', '1,2345', '12345678901234567890', '-5', '1.5'])('does not read %j as a number', (text) => {
    expect(meaningOf(text).kind).not.toBe('number');
  });

  it('takes a word before a number', () => {
    expect(meaningOf('deal 12,345')).toEqual({ kind: 'number', value: 12345, only: 'deal' });
    expect(meaningOf('Epoch #7')).toEqual({ kind: 'number', value: 7, only: 'epoch' });
  });

  it.each([
    ['f01234', 'f01234'],
    ['t01234', 'f01234'],
    ['0xff000000000000000000000000000000000004d2', 'f01234'],
    ['0xd388ab098ed3e84c0d808776440b48f685198498', 'f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy'],
    ['f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba', 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba'],
  ])('reads %s as an address', (text, address) => {
    expect(meaningOf(text)).toEqual({ kind: 'address', address, ...(text.startsWith('0x') ? {} : { letter: text[0] }) });
  });

  it('reads one CID, a list of them, and JSON links', () => {
    expect(meaningOf(CID)).toEqual({ kind: 'cids', cids: [CID] });
    expect(meaningOf(`${CID}, ${OTHER}`)).toEqual({ kind: 'cids', cids: [CID, OTHER] });
    expect(meaningOf(`[{"/":"${CID}"},{"/":"${OTHER}"}]`)).toEqual({ kind: 'cids', cids: [CID, OTHER] });
  });

  it('takes a word for a method, without its namespace', () => {
    expect(meaningOf('Filecoin.ChainHead')).toEqual({ kind: 'method', text: 'ChainHead' });
    expect(meaningOf('eth_chainId')).toEqual({ kind: 'method', text: 'eth_chainId' });
  });

  it.each(['', '   ', 'a b c', '‮'])('finds no meaning in %j', (text) => {
    expect(meaningOf(text)).toEqual({ kind: 'nothing' });
  });

  it('tells an address with a wrong character from a text that is none', () => {
    expect(meaningOf('t1jthi4c5godreg3thghkgmod7i2likjt6ozv3gcq')).toEqual({
      kind: 'misspelled',
      problem: 'Not a valid address. The address checksum is wrong. Check for a wrong or missing character.',
    });
    expect(meaningOf('t1jthi4c5godreg3thghkgmod7i2likjt6ozv3gbr').kind).toBe('misspelled');
    expect(meaningOf('t1jthi4c5godreg3thghkgmod7i2likjt6ozv3gbq').kind).toBe('address');
    expect(meaningOf('0xD388ab098ed3e84c0d808776440b48f685198498').kind).toBe('misspelled');
    expect(meaningOf('0xffffffffffffffffffffffffffffffffffffffff').kind).toBe('address');
    expect(meaningOf('0xff0000000000000000000000ffffffffffffffff').kind).toBe('misspelled');
  });

  it.each([
    [`0x${'a'.repeat(39)}`, '40 digits; this one has 39'],
    ['0x10', 'this one has 2'],
    ['0xzz', 'only the digits 0-9'],
    ['t0 1000', 'whitespace'],
    ['t01000=', 'equals signs'],
    ['t0-1', 'An ID address is f0 followed by a number'],
    ['T01000', 'lower case'],
    ['fil:f01000', 'before the address'],
    ['f1notanaddress!', 'letters a-z and the digits 2-7'],
    ['f5abcdef', 'second character'],
    ['1e3', 'exponent'],
    ['-1', 'cannot be negative'],
    ['epoch -1', 'cannot be negative'],
    ['1.5', 'integer'],
    ['4,86,283', 'groups of three'],
    ['12345678901234567890', 'has 20 digits'],
    [CID.toUpperCase(), 'lower case'],
    [`${CID.slice(0, -1)}x`, 'end of the CID'],
    [CID.slice(0, -1), 'end of the CID'],
    [CID.replace('h', '1'), 'digits 2-7'],
    [`${CID}, ${OTHER.slice(0, -1)}`, 'end of the CID'],
    ['abandon '.repeat(12), 'looks like a secret'],
    ['ab'.repeat(32), 'looks like a secret'],
  ])('says why %j is nothing', (text, words) => {
    const meaning = meaningOf(text);
    expect(meaning.kind === 'misspelled' ? meaning.problem : meaning.kind).toContain(words);
    expect(JSON.stringify(meaning)).not.toContain(text.trim());
  });

  it.each(['F3GetLatestCertificate', 'f3getcert', 'TipSetWeight', 'baz'])('takes %j for a method still', (text) => {
    expect(meaningOf(text).kind).toBe('method');
  });

  it.each([
    ['f01000/12', 'f01000', 12],
    ['t01000 / 1,234', 'f01000', 1234],
    ['f01000 sector 12', 'f01000', 12],
    ['f01000 Sector #12', 'f01000', 12],
    ['sector 12 of f01000', 'f01000', 12],
    ['sector 12 f01000', 'f01000', 12],
    ['0xff000000000000000000000000000000000003e8/7', 'f01000', 7],
  ])('reads %j as a sector', (text, miner, sector) => {
    expect(meaningOf(text)).toEqual({ kind: 'sector', miner, sector });
  });

  it.each([
    ['f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba:12', 12n],
    ['f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba nonce 12', 12n],
    ['nonce 12 of t1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba', 12n],
    ['f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba:18446744073709551615', 18446744073709551615n],
  ])('reads %j as a message of a sender', (text, nonce) => {
    expect(meaningOf(text)).toEqual({ kind: 'nonce', from: 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba', nonce });
  });

  it.each([
    ['claim 12', { kind: 'claim', id: 12 }],
    ['Claim #1,234 of f01000', { kind: 'claim', id: 1234, party: 'f01000' }],
    ['f01000 claim 12', { kind: 'claim', id: 12, party: 'f01000' }],
    ['allocation 5', { kind: 'allocation', id: 5 }],
    ['allocation 5 from t01001', { kind: 'allocation', id: 5, party: 'f01001' }],
  ] as const)('reads %j as data that is verified', (text, meaning) => {
    expect(meaningOf(text)).toEqual(meaning);
  });

  it.each([
    ['2026-11-22', Date.UTC(2026, 10, 22)],
    ['2026-11-22 09:15', Date.UTC(2026, 10, 22, 9, 15)],
    ['2026-11-22T09:15:30Z', Date.UTC(2026, 10, 22, 9, 15, 30)],
    ['2026-11-22 9:15 UTC', Date.UTC(2026, 10, 22, 9, 15)],
    ['2026-11-22T09:15:30+02:00', Date.UTC(2026, 10, 22, 7, 15, 30)],
  ])('reads %j as a moment', (text, timeMs) => {
    expect(meaningOf(text)).toEqual({ kind: 'moment', timeMs });
  });

  it('says that there is no such day', () => {
    expect(meaningOf('2026-13-45')).toMatchObject({ kind: 'misspelled', problem: expect.stringContaining('Not a valid date') });
  });

  it.each([
    ['exit 18', 18],
    ['exit code 7', 7],
    ['exit:33', 33],
  ])('reads %j as an exit code', (text, value) => {
    expect(meaningOf(text)).toEqual({ kind: 'number', value, only: 'exit' });
  });

  it('takes a sector without a miner, a peer id and the hash of a transaction', () => {
    expect(meaningOf('sector 12')).toEqual({ kind: 'number', value: 12, only: 'sector' });
    const peerId = '12D3KooWGzxzKZYveHXtpG6AsrUJBcWxHBFS2HsEoGTxrMLvKXtf';
    expect(meaningOf(peerId)).toEqual({ kind: 'peer', peerId });
    expect(meaningOf(`${peerId.slice(0, -4)}0OIl`).kind).not.toBe('peer');
    expect(meaningOf(`0x${'A'.repeat(64)}`)).toEqual({ kind: 'eth-hash', hash: `0x${'a'.repeat(64)}` });
  });

  it('takes no long text for long', () => {
    for (const part of ['1,', 'f', ' ', 'claim ', 'a:', '0 ']) {
      const startedMs = performance.now();
      meaningOf(part.repeat(400 / part.length));
      expect(performance.now() - startedMs).toBeLessThan(50);
    }
  });
});
