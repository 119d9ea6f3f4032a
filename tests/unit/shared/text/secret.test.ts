import { describe, expect, it } from 'vitest';
import { generateMnemonic } from '../../../../shared/domain/keys/mnemonic.ts';
import { looksSecret } from '../../../../shared/text/secret.ts';

const PHRASE = generateMnemonic(new Uint8Array(16).fill(5));
const CID = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';
const HEX = 'ab'.repeat(32);
const LOTUS = Buffer.from(`{"Type":"bls","PrivateKey":"${'A'.repeat(43)}="}`);

describe('looksSecret', () => {
  it.each([
    PHRASE,
    ` ${PHRASE.toUpperCase()} \n`,
    PHRASE.replaceAll(' ', ', '),
    PHRASE.split(' ')
      .map((word, index) => `${index + 1}. ${word}`)
      .join('\n'),
    PHRASE.split(' ')
      .map((word, index) => `${index + 1}.${word}`)
      .join(' '),
    generateMnemonic(new Uint8Array(32).fill(9)),
    HEX,
    LOTUS.toString('hex'),
    LOTUS.toString(),
    LOTUS.toString('hex').slice(0, 120),
    `${'A'.repeat(43)}=`,
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.c2lnbmF0dXJlc2lnbmF0dXJl',
  ])('takes %j for a secret', (text) => {
    expect(looksSecret(text)).toBe(true);
  });

  it.each([
    '',
    'ChainHead',
    'f01234',
    CID,
    Array.from({ length: 14 }, () => CID).join(' '),
    '1 2 3 4 5 6 7 8 9 10 11 12 13',
    '4,863,283',
    PHRASE.split(' ').slice(0, 11).join(' '),
    `0x${HEX}`,
    'f3vfs6f7tagrcpnwv65wq3leznbajqyg77bmijrpvoyjv3zjyi3urq25vigfbs3ob6ug5xdihajumtgsxnz2pa',
  ])('does not take %j for a secret', (text) => {
    expect(looksSecret(text)).toBe(false);
  });
});
