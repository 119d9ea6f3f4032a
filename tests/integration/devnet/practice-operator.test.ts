/** A key of a person becomes a control address of a practice miner, by messages of the miner's owner. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { bitfieldOf, encodeRlePlus } from '../../../shared/domain/encoding/bitfield.ts';
import { keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { control, resultOf } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';

const SEED = 'practice operator';
const MINER = 't01002';
const EXTEND = 32n;
const own = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(9));
const address = formatAddress(own.address, 't');

let node: RunningDevnet;
beforeAll(async () => {
  node = await startDevnet({ seed: SEED, genesisTime: 1_700_000_000, isPaused: true });
});
afterAll(() => node.stop());

interface MinerInfo {
  readonly Worker: string;
  readonly ControlAddresses: readonly string[];
}
const info = (): Promise<MinerInfo> => resultOf(node, 'StateMinerInfo', [MINER, []]);

it('pays the key, adds it beside the others, and takes its messages from then on', async () => {
  const before = await info();
  await control(node, 'add-control', { miner: MINER, address });
  await control(node, 'advance', { epochs: 3 });
  const id = await resultOf<string>(node, 'StateLookupID', [address, []]);
  expect(await info()).toMatchObject({ Worker: before.Worker, ControlAddresses: [...before.ControlAddresses, id] });

  // Asked again, it is there once.
  await control(node, 'add-control', { miner: MINER, address });
  await control(node, 'advance', { epochs: 3 });
  expect((await info()).ControlAddresses).toEqual([...before.ControlAddresses, id]);

  const [sector] = await resultOf<{ SectorNumber: number; Expiration: number }[]>(node, 'StateMinerActiveSectors', [MINER, []]);
  const { SectorNumber: number, Expiration: end } = sector ?? { SectorNumber: 0, Expiration: 0 };
  const place = await resultOf<{ Deadline: number; Partition: number }>(node, 'StateSectorPartition', [MINER, number, []]);
  const sender = new DevnetSender(node, SEED);
  const params = [[[place.Deadline, place.Partition, encodeRlePlus(bitfieldOf([number])), [], end + 5_000]]];
  await sender.push(own, 1_002, { method: EXTEND, params });
  await sender.settle();
  const after = await resultOf<{ Expiration: number }>(node, 'StateSectorGetInfo', [MINER, number, []]);
  expect(after.Expiration).toBe(end + 5_000);
});

it('refuses what is no miner', async () => {
  await expect(control(node, 'add-control', { miner: 't0100', address })).rejects.toThrow('must be the address of a miner');
});
