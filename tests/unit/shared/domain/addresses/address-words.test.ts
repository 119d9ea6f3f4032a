import { describe, expect, it } from 'vitest';
import { absenceWords, ethText } from '../../../../../shared/domain/addresses/address-words.ts';

describe('the 0x form of an address', () => {
  it('has the capital letters of EIP-55, in the letter of either network', () => {
    const eth = '0xd388aB098ed3E84c0D808776440B48F685198498';
    expect(ethText('f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy')).toBe(eth);
    expect(ethText('t410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy')).toBe(eth);
  });

  it('of an id is told only where it is asked for', () => {
    expect(ethText('f099')).toBeUndefined();
    expect(ethText('f099', { isIdIncluded: true })?.toLowerCase()).toBe('0xff00000000000000000000000000000000000063');
  });

  it('is not there for keys, nor for what is no address', () => {
    expect(ethText('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba')).toBeUndefined();
    expect(ethText('nothing')).toBeUndefined();
  });
});

describe('an address without an actor', () => {
  it.each([
    ['t1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba', /created when it first receives funds/],
    ['f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy', /created when it first receives funds/],
    ['t0922337', /No actor at this address, and a transfer cannot create one/],
    ['f24vg6ut43yw2h2jqydgbg2xq7x6f4kub3bg6as6i', /No actor at this address, and a transfer cannot create one/],
    ['nothing', /No actor at this address/],
  ])('%s', (address, words) => expect(absenceWords(address)).toMatch(words));
});
