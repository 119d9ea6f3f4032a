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

  it.each(['', '   ', 'f1notanaddress!', `${CID}x y`, 'a b c', '‮'])('finds no meaning in %j', (text) => {
    expect(meaningOf(text)).toEqual({ kind: 'nothing' });
  });

  it('tells an address with a wrong character from a text that is none', () => {
    expect(meaningOf('t1jthi4c5godreg3thghkgmod7i2likjt6ozv3gcq')).toEqual({
      kind: 'misspelled',
      problem: 'The checksum does not fit: a character is wrong or missing.',
    });
    expect(meaningOf('t1jthi4c5godreg3thghkgmod7i2likjt6ozv3gbr').kind).toBe('misspelled');
    expect(meaningOf('t1jthi4c5godreg3thghkgmod7i2likjt6ozv3gbq').kind).toBe('address');
    expect(meaningOf('0xD388ab098ed3e84c0d808776440b48f685198498').kind).toBe('misspelled');
    expect(meaningOf('0xffffffffffffffffffffffffffffffffffffffff').kind).toBe('address');
    expect(meaningOf('0xff0000000000000000000000ffffffffffffffff').kind).toBe('misspelled');
  });
});
