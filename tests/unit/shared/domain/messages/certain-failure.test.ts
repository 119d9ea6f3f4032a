import { describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { type CertainFailure, certainFailure } from '../../../../../shared/domain/messages/certain-failure.ts';
import { methodsOf } from '../../../../../shared/domain/methods/actor-methods.ts';
import type { ActorType } from '../../../../../shared/domain/methods/actor-type.ts';
import { decodeParams } from '../../../../../shared/domain/methods/method-decode.ts';
import { encodeParams } from '../../../../../shared/domain/methods/method-json.ts';

const CID = { '/': 'baga6ea4seaqdv3nihzamckzhtdpnxjipiuwbeqinwsbzhgkzvojiwjwlqtr2ioi' };
const MINER = 'f01000';
const TYPES: Readonly<Record<string, ActorType>> = { [MINER]: 'storageminer', f02000: 'multisig' };
const actorTypeOf = (address: Address) => TYPES[address];

function numberOf(type: ActorType, name: string): bigint {
  const found = methodsOf(type).find((method) => method.name === name);
  if (found === undefined) throw new Error(`${type} has no ${name}`);
  return found.number;
}

function failure(type: ActorType, method: bigint, json: unknown, version: number | undefined): CertainFailure | undefined {
  const bytes = json === undefined ? new Uint8Array() : encodeParams(type, method, json, version);
  const params = decodeParams(type, method, bytes, { networkVersion: version, actorTypeOf });
  return certainFailure({ actorType: type, method, params }, version);
}

const preCommit = (dealIds: readonly number[]) => ({
  Sectors: [
    {
      SealProof: 8,
      SectorNumber: 1,
      SealedCID: CID,
      SealRandEpoch: 1,
      DealIDs: dealIds,
      Expiration: 2_000_000,
      UnsealedCid: null,
    },
  ],
});

const extension = { Extensions: [{ Deadline: 0, Partition: 0, Sectors: [0, 1], NewExpiration: 1 }] };
const addClient = { Address: 'f01001', Allowance: '1' };

function proposal(to: string, method: bigint, params: Uint8Array) {
  return { To: to, Value: '0', Method: Number(method), Params: bytesToBase64(params) };
}

describe('calls that are certain to fail', () => {
  it.each<[string, ActorType, bigint, unknown, number, number | undefined]>([
    ['a removed method', 'storageminer', 8n, extension, 27, 22],
    ['the same before', 'storageminer', 8n, extension, 26, undefined],
    ['a method of a later version', 'storageminer', 37n, { Upgrades: [] }, 28, 22],
    ['the same at its version', 'storageminer', 37n, { Upgrades: [] }, 29, undefined],
    ['a frozen write', 'verifiedregistry', 4n, addClient, 29, 18],
    ['the same before', 'verifiedregistry', 4n, addClient, 28, undefined],
    ['a pre-commit with deal ids', 'storageminer', 28n, preCommit([7]), 29, 16],
    ['one without', 'storageminer', 28n, preCommit([]), 29, undefined],
    ['one with deal ids before', 'storageminer', 28n, preCommit([7]), 28, undefined],
    ['a method of the network', 'cron', 2n, undefined, 28, 18],
    ['the same before the FVM', 'cron', 2n, undefined, 15, 8],
    ['a method that only the multisig can call', 'multisig', 8n, { NewThreshold: 2 }, 28, 18],
    ['a number that no version has', 'storageminer', 999n, undefined, 28, 22],
    ['a plain transfer', 'storageminer', 0n, undefined, 29, undefined],
    ['a repayment', 'storageminer', 22n, undefined, 29, undefined],
  ])('%s', (_title, type, method, json, version, exitCode) => {
    const found = failure(type, method, json, version);
    expect(found?.exitCode).toBe(exitCode);
    if (found !== undefined) {
      expect(found.isInner).toBe(false);
      expect(found.reason).toMatch(/\.$/);
    }
  });

  it('are new miners without a deposit, since network version 27', () => {
    const failureAt = (version: number, value: bigint | undefined) =>
      certainFailure({ actorType: 'storagepower', method: 2n, params: { form: 'typed', value: { kind: 'nothing' } }, value }, version)
        ?.exitCode;
    expect([26, 27, 29].map((version) => failureAt(version, 0n))).toEqual([undefined, 19, 19]);
    expect([failureAt(29, 1n), failureAt(29, undefined)]).toEqual([undefined, undefined]);
  });

  it('of an unknown actor or an unknown version are not made up', () => {
    const params = decodeParams(undefined, 8n, new Uint8Array());
    expect(certainFailure({ actorType: undefined, method: 8n, params }, 28)).toBeUndefined();
    expect(failure('storageminer', 8n, extension, undefined)).toBeUndefined();
    expect(failure('cron', 2n, undefined, undefined)?.exitCode).toBe(18);
  });

  it('are found in the proposal of a multisig, also in one that proposes to another', () => {
    const propose = numberOf('multisig', 'Propose');
    const frozen = encodeParams('verifiedregistry', 4n, addClient, 29);
    const inner = proposal('f06', 4n, frozen);
    expect(failure('multisig', propose, inner, 28)).toBeUndefined();
    expect(failure('multisig', propose, inner, 29)).toMatchObject({ exitCode: 18, isInner: true, call: 'AddVerifiedClient' });
    const outer = proposal('f02000', propose, encodeParams('multisig', propose, inner, 29));
    expect(failure('multisig', propose, outer, 29)).toMatchObject({ exitCode: 18, isInner: true, call: 'AddVerifiedClient' });
    const deals = proposal(MINER, 28n, encodeParams('storageminer', 28n, preCommit([7]), 29));
    expect(failure('multisig', propose, deals, 29)).toMatchObject({ exitCode: 16, isInner: true });
  });

  it('are proposed calls with the value that goes along with them: a new miner without its deposit', () => {
    const propose = numberOf('multisig', 'Propose');
    const miner = { Owner: 'f01001', Worker: 'f01001', WindowPoStProofType: 8, Peer: '', Multiaddrs: [] };
    const create = (value: string) => ({ ...proposal('f04', 2n, encodeParams('storagepower', 2n, miner, 29)), Value: value });
    expect(failure('multisig', propose, create('0'), 29)).toMatchObject({ exitCode: 19, isInner: true, call: 'CreateMiner' });
    expect(failure('multisig', propose, create('0'), 26)).toBeUndefined();
    expect(failure('multisig', propose, create('1'), 29)).toBeUndefined();
    const outer = (value: string) => proposal('f02000', propose, encodeParams('multisig', propose, create(value), 29));
    expect(failure('multisig', propose, outer('0'), 29)).toMatchObject({ exitCode: 19, call: 'CreateMiner' });
    expect(failure('multisig', propose, outer('1'), 29)).toBeUndefined();
  });

  it('are other ones for what a multisig proposes: its own methods are fine, a deployment is not', () => {
    const propose = numberOf('multisig', 'Propose');
    const threshold = encodeParams('multisig', 8n, { NewThreshold: 2 }, 28);
    expect(failure('multisig', propose, proposal('f02000', 8n, threshold), 28)).toBeUndefined();
    const deploy = encodeParams('eam', 4n, '', 28);
    expect(failure('eam', 4n, '', 28)).toBeUndefined();
    expect(failure('multisig', propose, proposal('f010', 4n, deploy), 28)).toMatchObject({ exitCode: 18, isInner: true });
    expect(parseAddress('f010')).toBe('f010');
  });
});
