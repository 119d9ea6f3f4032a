import { expect, it } from 'vitest';
import { minimumMessageGas } from '../../../../shared/domain/message-gas.ts';

it('counts computing and storing, as the price list of Lotus does', () => {
  expect(minimumMessageGas(0)).toBe(38_863n + 475_000n + 36n * 1300n);
  expect(minimumMessageGas(100) - minimumMessageGas(0)).toBe(130_000n);
});
