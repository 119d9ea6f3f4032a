import { expect, it } from 'vitest';
import { readPastedCall } from '../../../../../renderer/views/compose/paste-call.ts';
import { bitfieldOf, encodeRlePlus } from '../../../../../shared/domain/encoding/bitfield.ts';
import { bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { type CborValue, encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { type SendableMessage, sendCommands } from '../../../../../shared/domain/messages/send-command.ts';

const WORKER = 't1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';
const bits = (...numbers: number[]): Uint8Array => encodeRlePlus(bitfieldOf(numbers));
const call = (method: string, params: CborValue, more: Partial<SendableMessage> = {}): SendableMessage => ({
  from: WORKER,
  to: 't01001',
  value: 0n,
  method,
  paramsHex: bytesToHex(encodeCbor(params)),
  actorType: 'storageminer',
  ...more,
});

it('sends exactly the call from the wallet of the node, and reads back as the same draft', () => {
  const message = call('11', [[[3, 0, bits(5, 6)]]], { value: 1_500_000_000_000_000_000n });
  const [first, ...others] = sendCommands(message);
  expect(first?.command).toBe(`lotus send --from ${WORKER} --method 11 --params-hex ${message.paramsHex} t01001 1.5`);
  // With funds no tool of a provider sends the same.
  expect(others).toEqual([]);
  expect(readPastedCall(first?.command ?? '', 't').draft).toEqual({
    from: WORKER,
    to: 't01001',
    value: '1.5',
    method: '11',
    params: { kind: 'bytes', encoding: 'hex', text: message.paramsHex },
  });
});

it('leaves the method out of a plain transfer', () => {
  const [first] = sendCommands({ from: WORKER, to: 't01001', value: 1n, method: '0', paramsHex: '', actorType: 'storageminer' });
  expect(first?.command).toBe(`lotus send --from ${WORKER} t01001 0.000000000000000001`);
});

it.each([
  [
    call('11', [
      [
        [3, 0, bits(5, 6)],
        [4, 1, bits(2)],
      ],
    ]),
    ['lotus-miner proving recover-faults 2 5 6'],
  ],
  [call('9', [[[3, 0, bits(5, 6)]]]), [`sptool --actor t01001 sectors terminate --from ${WORKER} --really-do-it 5 6`]],
  [
    call('32', [[[3, 0, bits(5), [[9, [1], []]], 1_555_200]]]),
    [
      'lotus-miner sectors extend --new-expiration 1555200 --really-do-it 5 9',
      'sptool --actor t01001 sectors extend --new-expiration 1555200 --really-do-it 5 9',
    ],
  ],
  [
    call('32', [
      [
        [3, 0, bits(5), [], 1_555_200],
        [3, 1, bits(6), [], 1_600_000],
      ],
    ]),
    [],
  ],
  [call('11', [[[3, 0, bits(5, 6)]]], { actorType: 'multisig' }), []],
  [call('11', 'no declarations'), []],
  [call('16', ['00']), []],
])('offers the tools of storage providers for what they do themselves (%#)', (message, commands) => {
  expect(
    sendCommands(message)
      .slice(1)
      .map(({ command }) => command),
  ).toEqual(commands);
});
