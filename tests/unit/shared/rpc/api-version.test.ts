import { expect, test } from 'vitest';
import { apiVersionText, compatibilityOf } from '../../../../shared/rpc/api-version.ts';

test('numbers as versions', () => {
  expect([131_840, 66_816, 0, 4_294_967_295].map(apiVersionText)).toEqual(['2.3.0', '1.5.0', '0.0.0', '65535.255.255']);
});

test.each([
  [131_840, 'v1', true],
  [131_841, 'v1', true],
  [66_816, 'v0', true],
  [131_840, 'v0', false],
  [66_816, 'v1', false],
  [131_584, 'v1', false],
] as const)('%d under /rpc/%s: %s', (version, path, isCompatible) => {
  const answer = compatibilityOf(version, path);
  expect(answer.isCompatible).toBe(isCompatible);
  expect(answer.words).toContain(isCompatible ? 'connects' : "Remote API version didn't match");
});
