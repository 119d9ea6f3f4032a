import { expect, it } from 'vitest';
import { typedMiners } from '../../../../../renderer/views/miners/typed-miners.ts';

it('parts addresses from what is none, each once', () => {
  expect(typedMiners(' f01000, t01001;f01000\nf0x ')).toEqual({ addresses: ['f01000', 't01001'], wrong: ['f0x'] });
  expect(typedMiners('  ')).toEqual({ addresses: [], wrong: [] });
});
