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
    expect(meaningOf(text)).toEqual({ kind: 'address', address });
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
      problem: 'It looks like an address and is none. The checksum does not fit: a character is wrong or missing.',
    });
    expect(meaningOf('t1jthi4c5godreg3thghkgmod7i2likjt6ozv3gbr').kind).toBe('misspelled');
    expect(meaningOf('t1jthi4c5godreg3thghkgmod7i2likjt6ozv3gbq').kind).toBe('address');
    expect(meaningOf('0xD388ab098ed3e84c0d808776440b48f685198498').kind).toBe('misspelled');
    expect(meaningOf('0xffffffffffffffffffffffffffffffffffffffff').kind).toBe('address');
    expect(meaningOf('0xff0000000000000000000000ffffffffffffffff').kind).toBe('misspelled');
  });

  it.each([
    [`0x${'a'.repeat(39)}`, '40 digits; this one has 39'],
    [`0x${'a'.repeat(64)}`, 'hash of an Ethereum transaction'],
    ['0x10', 'this one has 2'],
    ['0xzz', 'only the digits 0-9'],
    ['t0 1000', 'space'],
    ['t01000=', 'equals signs'],
    ['t0-1', 'An id address is f0 and a number'],
    ['T01000', 'lower case'],
    ['fil:f01000', 'before the address'],
    ['f1notanaddress!', 'letters a-z and the digits 2-7'],
    ['f5abcdef', 'second character'],
    ['1e3', 'exponent'],
    ['-1', 'never negative'],
    ['epoch -1', 'never negative'],
    ['1.5', 'whole number'],
    ['4,86,283', 'groups of three'],
    ['12345678901234567890', 'has 20 digits'],
    [CID.toUpperCase(), 'lower case'],
    [`${CID.slice(0, -1)}x`, 'last letter'],
    [CID.slice(0, -1), 'last letter'],
    [CID.replace('h', '1'), 'digits 2-7'],
    [`${CID}, ${OTHER.slice(0, -1)}`, 'last letter'],
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
});
