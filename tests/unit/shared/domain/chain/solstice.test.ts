import { expect, it } from 'vitest';
import { genesisCidOf } from '../../../../../shared/domain/chain/networks.ts';
import { streamCalendar, streamGates, streamQuarter } from '../../../../../shared/domain/chain/solstice.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface Published {
  readonly contracts: Record<
    string,
    {
      readonly epochsPerQuarter: number;
      readonly postPeriod: number;
      readonly verificationWindow: number;
      readonly sraActivationEpoch?: number;
    }
  >;
  readonly bootstrap: Record<string, { readonly rampEpochs: number }>;
}

const { contracts, bootstrap } = readSharedJson<Published>('nv29/solstice.json');

it.each(['mainnet', 'calibrationnet'])('the calendar of %s is that of its contracts', (name) => {
  const calendar = streamCalendar(genesisCidOf(name) ?? '') ?? expect.fail('no calendar');
  const published = contracts[name];
  expect(calendar).toEqual({
    activationEpoch: published?.sraActivationEpoch,
    quarterEpochs: published?.epochsPerQuarter,
    postEpochs: published?.postPeriod,
    verifyEpochs: published?.verificationWindow,
    rampEpochs: bootstrap[name]?.rampEpochs,
  });
  const { activationEpoch, quarterEpochs } = calendar;
  expect(streamQuarter(calendar, activationEpoch)).toEqual({ number: 1, endEpoch: activationEpoch + quarterEpochs });
  expect(streamQuarter(calendar, activationEpoch + quarterEpochs - 1).number).toBe(1);
  expect(streamQuarter(calendar, activationEpoch + quarterEpochs)).toEqual({ number: 2, endEpoch: activationEpoch + 2 * quarterEpochs });
});

it('a gate opens after posting and verification, and a raise waits the timelock', () => {
  const calendar = streamCalendar(genesisCidOf('mainnet') ?? '') ?? expect.fail('no calendar');
  const { activationEpoch, quarterEpochs } = calendar;
  const timelock = 20_160;
  const gateOf = (quarter: number) => {
    const checkEpoch = activationEpoch + quarter * quarterEpochs + 28_801;
    return { quarter, checkEpoch, effectiveEpoch: checkEpoch + timelock };
  };
  expect(streamGates(calendar, activationEpoch, timelock)).toEqual([gateOf(1)]);
  // After the quarter its gate stays until a raise could have taken effect.
  const second = activationEpoch + quarterEpochs;
  expect(streamGates(calendar, second, timelock)).toEqual([gateOf(1), gateOf(2)]);
  expect(streamGates(calendar, gateOf(1).effectiveEpoch - 1, timelock)).toEqual([gateOf(1), gateOf(2)]);
  expect(streamGates(calendar, gateOf(1).effectiveEpoch, timelock)).toEqual([gateOf(2)]);
});

it('other chains have none', () => {
  expect(streamCalendar('bafy2bzacecyaggy24wol5ruvs6qm73gjibs2l2iyhcqmvi7r7a4ph7zx3yqd5')).toBeUndefined();
});
