import { expect, it } from 'vitest';
import { groupAddress } from '../../../../shared/text/group-address.ts';

it('shows an address whole, in groups of six', () => {
  const address = 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
  const { kind, groups } = groupAddress(address);
  expect(kind).toBe('f1');
  expect(kind + groups.join('')).toBe(address);
  expect(groups.every((group, index) => group.length === 6 || index === groups.length - 1)).toBe(true);
  expect(groupAddress('f01241')).toEqual({ kind: 'f0', groups: ['1241'] });
  const delegated = 't410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy';
  expect(groupAddress(delegated)).toMatchObject({ kind: 't410f', groups: expect.arrayContaining(['2oekwc']) });
  expect(groupAddress('0xd388ab098ed3e84c')).toEqual({ kind: '0x', groups: ['d388ab', '098ed3', 'e84c'] });
});
