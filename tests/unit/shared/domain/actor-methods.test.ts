import { describe, expect, it } from 'vitest';
import { actorTypeFromCode } from '../../../../shared/domain/actor-code.ts';
import { ACTOR_METHODS } from '../../../../shared/domain/actor-method-table.ts';
import { methodName, methodsOf } from '../../../../shared/domain/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../../../../shared/domain/actor-type.ts';
import { bitfieldOf, encodeRlePlus } from '../../../../shared/domain/bitfield.ts';
import { base64ToBytes, concatBytes } from '../../../../shared/domain/bytes.ts';
import { encodeCbor } from '../../../../shared/domain/cbor.ts';
import { decodeParams as decodeTree } from '../../../../shared/domain/method-decode.ts';
import { methodNumberOfName } from '../../../../shared/domain/method-number.ts';
import { parseShape } from '../../../../shared/domain/method-shape.ts';
import { describeDecoded } from '../../../../shared/domain/method-text.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

const TYPE_OF_GROUP: Readonly<Record<string, ActorType>> = {
  paych: 'paymentchannel',
  market: 'storagemarket',
  power: 'storagepower',
  miner: 'storageminer',
};
/** Names of the Go types where they differ from those of the actors themselves. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ActivateDeals: 'BatchActivateDeals',
  UniversalReceiverHook: 'Receive',
  CurrentTotalPowerMinerConsensusCount: 'MinerConsensusCount',
  CurrentTotalPowerNetworkRawPower: 'NetworkRawPower',
  CurrentTotalPowerMinerCount: 'MinerCount',
  CurrentTotalPowerMinerRawPower: 'MinerRawPower',
};

describe('names of methods', () => {
  const { methodNumbers } = readSharedJson<{ methodNumbers: Record<string, Record<string, string>> }>('enums.json');

  it('cover every published number that is in use', () => {
    let checked = 0;
    for (const [group, methods] of Object.entries(methodNumbers)) {
      const type = TYPE_OF_GROUP[group] ?? (group as ActorType);
      for (const [number, published] of Object.entries(methods)) {
        if (published.startsWith('Deprecated')) continue;
        const name = published.replace(/Exported$/, '');
        expect(methodName(type, BigInt(number)), `${group} ${number}`).toBe(OTHER_NAMES[name] ?? name);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(150);
  });

  it('have the exported numbers that follow from them', () => {
    let checked = 0;
    for (const type of ACTOR_TYPES) {
      for (const [number, name] of ACTOR_METHODS[type]) {
        if (number < 1 << 24) continue;
        // The contract's own entry point carries another name in its interface than in its number.
        expect(methodNumberOfName(name === 'InvokeContract' ? 'InvokeEVM' : name), `${type} ${name}`).toBe(BigInt(number));
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(60);
  });

  it('are one per number, actor and network version', () => {
    for (const type of ACTOR_TYPES) {
      for (let version = 0; version <= 28; version += 1) {
        const numbers = methodsOf(type, version).map(({ number }) => number);
        expect(new Set(numbers).size, `${type} ${version}`).toBe(numbers.length);
      }
    }
  });

  it('know transfers and exported methods whatever the receiver, and nothing else', () => {
    expect(methodName(undefined, 0n)).toBe('Send');
    expect(methodName(undefined, 2280458852n)).toBe('WithdrawBalance');
    expect(methodName(undefined, 2n)).toBeUndefined();
    expect(methodName('storageminer', 999n)).toBeUndefined();
  });
});

describe('decoded parameters', () => {
  const decode = (type: ActorType, method: bigint, base64: string) => decodeParams(type, method, base64ToBytes(base64));

  it('agree with the vectors of the protocol reference', () => {
    expect(decode('storagemarket', 2n, 'QwDSCQ==')).toEqual([{ name: 'ProviderOrClientAddress', value: 'f01234' }]);
    expect(decode('storageminer', 16n, 'gUkADeC2s6dkAAA=')).toEqual([{ name: 'AmountRequested', value: '1 FIL' }]);
    expect(decode('multisig', 2n, 'hEMA0glJAA3gtrOnZAAAAEA=')).toEqual([
      { name: 'To', value: 'f01234' },
      { name: 'Value', value: '1 FIL' },
      { name: 'Method', value: '0' },
      { name: 'Params', value: 'empty' },
    ]);
    expect(decode('multisig', 3n, 'ggNA')).toEqual([
      { name: 'ID', value: '3' },
      { name: 'ProposalHash', value: 'empty' },
    ]);
  });

  it('agree with the published multisig and init vectors', () => {
    const vectors = readSharedJson<{ params?: Record<string, unknown>; cborBase64: string }[]>('messages/actor-params.json');
    expect(vectors).toHaveLength(7);
    const bytes = vectors.map(({ cborBase64 }) => base64ToBytes(cborBase64));
    const at = (index: number) => bytes[index] ?? new Uint8Array();
    expect(decodeParams('multisig', 1n, at(0))?.[0]?.value).toMatch(/^f17uoq6tp427uzv7fztkbsnn64iwotfrristwpryy, f1d2xrz/);
    expect(decodeParams('init', 2n, at(1))?.map(({ name }) => name)).toEqual(['CodeCID', 'ConstructorParams']);
    expect(decodeParams('init', 2n, at(1))?.[0]?.value).toBe('bafkqadtgnfwc6mrpnv2wy5djonuwo');
    expect(decodeParams('multisig', 2n, at(2))?.map(({ value }) => value)).toEqual([
      'f17uoq6tp427uzv7fztkbsnn64iwotfrristwpryy',
      '0.000000000000001 FIL',
      '0',
      'empty',
    ]);
    expect(decodeParams('multisig', 4n, at(4))?.[0]?.value).toBe('1234');
    expect(decodeParams('multisig', 5n, at(6))).toEqual([
      { name: 'Signer', value: 'f1onakap7ouvco4zidbyjo2oyyy4pisju47twkrra' },
      { name: 'Increase', value: 'true' },
    ]);
  });

  it('read proofs with sets inside and deals inside deals', () => {
    const proof = encodeCbor([3, [[0, encodeRlePlus(bitfieldOf([1, 2, 5]))]], [[8, Uint8Array.of(1)]], 100, Uint8Array.of(2)]);
    expect(decodeParams('storageminer', 5n, proof)).toEqual([
      { name: 'Deadline', value: '3' },
      { name: 'Partitions', value: '{ Index: 0, Skipped: 1, 2, 5 }' },
      { name: 'Proofs', value: '{ PoStProof: 8, ProofBytes: 01 }' },
      { name: 'ChainCommitEpoch', value: '100' },
      { name: 'ChainCommitRand', value: '02' },
    ]);
    expect(decodeParams('storageminer', 9n, encodeCbor([[]]))).toEqual([{ name: 'Terminations', value: 'none' }]);
  });

  it('read every published batch of deals of mainnet', () => {
    const messages = readSharedJson<PublishedDeals[]>('deals/published-storage-deals.json.gz');
    expect(messages).toHaveLength(38);
    let dealCount = 0;
    let unreadableLabels = 0;
    for (const { deals } of messages) {
      dealCount += deals.length;
      const [param] = decodeParams('storagemarket', 4n, publishParams(deals)) ?? [];
      expect(param?.name).toBe('Deals');
      expect(param?.value.match(/PieceCID: baga/g)).toHaveLength(Math.min(deals.length, 20));
      // Labels that are no UTF-8 are shown with replacement characters, as Lotus shows them.
      if (deals.some(({ labelIsInvalidUtf8 }) => labelIsInvalidUtf8 === true)) {
        unreadableLabels += 1;
        expect(param?.value).toContain('\uFFFD');
      }
    }
    expect([dealCount, unreadableLabels]).toEqual([242, 12]);
  });

  it('give way to hex where the bytes do not fit', () => {
    expect(decode('storageminer', 16n, 'gA==')).toBeUndefined();
    expect(decode('storageminer', 16n, 'ggFA')).toBeUndefined();
    expect(decode('storageminer', 16n, '/w==')).toBeUndefined();
    expect(decodeParams('storageminer', 12n, Uint8Array.of(0x80))).toBeUndefined();
    expect(decodeParams(undefined, 2280458852n, encodeCbor([Uint8Array.of(0, 1)]))).toBeUndefined();
    expect(decodeParams('account', 0n, new Uint8Array())).toEqual([]);
  });
});

describe('shapes', () => {
  it('refuses to start with a shape that is wrong', () => {
    for (const text of ['To X', 'To', 'To A,', 'To [A', 'To A B', 'To A]']) expect(() => parseShape(text), text).toThrow(SyntaxError);
    expect(parseShape('')).toEqual({ isRaw: false, isOptional: true, fields: [] });
  });
});

describe('types of actors', () => {
  it('are known by current codes and by the readable codes of old', () => {
    expect(actorTypeFromCode('bafk2bzacead23tnh3ywx2cwudftngssfjgptsvr3nao7xv6mcfot7gvju4bak')).toBe('storageminer');
    expect(actorTypeFromCode('bafkqaetgnfwc6nzpon2g64tbm5sw22lomvza')).toBe('storageminer');
    expect(actorTypeFromCode('bafkqadlgnfwc6mjpmfrwg33vnz2a')).toBe('account');
    expect(actorTypeFromCode('bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w')).toBeUndefined();
    expect(actorTypeFromCode('no CID')).toBeUndefined();
  });
});

interface PublishedDeals {
  deals: { proposalCbor: string; ClientSignature: { Type: number; Data: string }; labelIsInvalidUtf8?: boolean }[];
}

/** The parameters as they were published: the proposals' own bytes, with the list and tuple heads around them. */
function publishParams(deals: PublishedDeals['deals']): Uint8Array {
  const head = deals.length < 24 ? Uint8Array.of(0x80 + deals.length) : Uint8Array.of(0x98, deals.length);
  const parts = deals.map(({ proposalCbor, ClientSignature }) =>
    concatBytes(
      Uint8Array.of(0x82),
      base64ToBytes(proposalCbor),
      encodeCbor(concatBytes(Uint8Array.of(ClientSignature.Type), base64ToBytes(ClientSignature.Data))),
    ),
  );
  return concatBytes(Uint8Array.of(0x81), head, ...parts);
}

function decodeParams(type: ActorType | undefined, method: bigint, bytes: Uint8Array) {
  return describeDecoded(decodeTree(type, method, bytes));
}
