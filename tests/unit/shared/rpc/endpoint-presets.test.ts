import { describe, expect, test } from 'vitest';
import { checkDraft } from '../../../../electron/services/connections/connection-urls.ts';
import { networkByName } from '../../../../shared/domain/chain/networks.ts';
import { ENDPOINT_PRESETS, operatorOf, presetById, retiredPresetOf } from '../../../../shared/rpc/endpoint-presets.ts';

describe('presets', () => {
  test('there are the practice network, both public networks with their operators, the retired one, and none', () => {
    expect(ENDPOINT_PRESETS.map(({ id }) => id)).toEqual([
      'embedded',
      'mainnet-glif',
      'mainnet-chain-love',
      'mainnet-ankr',
      'calibration-glif',
      'calibration-chain-love',
      'hyperspace',
      'custom',
    ]);
    expect(ENDPOINT_PRESETS.filter(({ isRetired }) => isRetired).map(({ id }) => id)).toEqual(['hyperspace']);
  });

  test.each(ENDPOINT_PRESETS.flatMap(({ id, defaults }) => (defaults === undefined ? [] : [[id, defaults] as const])))(
    'the defaults of %s are a connection as it would be saved',
    (id, { name, ...defaults }) => {
      const draft = { ...defaults, name, namespace: 'Filecoin', preset: id };
      expect(checkDraft(draft)).toEqual(draft);
      expect(draft.httpUrl).toMatch(/^https:/);
      expect(draft.wsUrl ?? 'wss:').toMatch(/^wss:/);
      if (!presetById(id)?.isRetired) expect(networkByName(draft.network ?? '')?.name).toBe(draft.network);
    },
  );

  test('an address that was edited is no third party’s and not retired', () => {
    const glif = presetById('mainnet-glif')?.defaults?.httpUrl ?? '';
    const gone = presetById('hyperspace')?.defaults?.httpUrl ?? '';
    expect(operatorOf({ httpUrl: glif, preset: 'mainnet-glif' })).toBe('Glif');
    expect(operatorOf({ httpUrl: 'http://127.0.0.1:1/', preset: 'mainnet-glif' })).toBeUndefined();
    expect(operatorOf({ httpUrl: glif })).toBeUndefined();
    expect(retiredPresetOf({ httpUrl: gone, preset: 'hyperspace' })?.id).toBe('hyperspace');
    expect(retiredPresetOf({ httpUrl: 'http://127.0.0.1:1/', preset: 'hyperspace' })).toBeUndefined();
    expect(retiredPresetOf({ httpUrl: glif, preset: 'mainnet-glif' })).toBeUndefined();
  });
});
