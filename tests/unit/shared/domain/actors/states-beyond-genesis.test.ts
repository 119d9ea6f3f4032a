import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { actorEntry } from '../../../../../shared/domain/actors/actor-entry.ts';
import { actorManifest, actorTypesByCode } from '../../../../../shared/domain/actors/actor-manifest.ts';
import { cronState } from '../../../../../shared/domain/actors/cron-state.ts';
import { datacapAllowances, datacapBalances, datacapState } from '../../../../../shared/domain/actors/datacap-state.ts';
import { evmState } from '../../../../../shared/domain/actors/evm-state.ts';
import { initState } from '../../../../../shared/domain/actors/init-state.ts';
import { dealState, marketDealOps } from '../../../../../shared/domain/actors/market-state.ts';
import { multisigPendingTransactions, multisigState, multisigTransaction } from '../../../../../shared/domain/actors/multisig-state.ts';
import { allocation, removeDataCapProposalIds } from '../../../../../shared/domain/actors/verified-registry-state.ts';
import { addressToBytes, idAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { base64ToBytes, bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeBigIntBytes } from '../../../../../shared/domain/encoding/cbor.ts';
import { cidOfDagCbor, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { type Codec, decodeBlock, encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { Hamt } from '../../../../../shared/domain/ipld/hamt.ts';
import { walkNow } from '../../../../../shared/domain/ipld/walk.ts';
import { encodeWithCborg } from '../../../../builders/cborg-links.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const ROOT = 'bafy2bzacebc3bt6cedhoyw34drrmjvazhu4oj25er2ebk4u445pzycvq4ta4a';
const link = CID.parse(ROOT);
const json = { '/': ROOT };
const f = (text: string) => addressToBytes(parseAddress(text));
const big = encodeBigIntBytes;
const hash = Uint8Array.from({ length: 32 }, (_, index) => index);
const SENDER = 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';

/** What no genesis has: the tuple as it stands on chain, written by another encoder, and the JSON of a node. */
const CASES: readonly (readonly [name: string, codec: Codec<unknown>, tuple: unknown, json: unknown])[] = [
  [
    'contract',
    evmState.v16,
    [link, hash, link, [link, [101, 7]], 3, [102, 9]],
    {
      Bytecode: json,
      BytecodeHash: [...hash],
      ContractState: json,
      TransientData: { TransientDataState: json, TransientDataLifespan: { Origin: 101, Nonce: 7 } },
      Nonce: 3,
      Tombstone: { Origin: 102, Nonce: 9 },
    },
  ],
  [
    'contract without what may be absent',
    evmState.v16,
    [link, hash, link, null, 1, null],
    { Bytecode: json, BytecodeHash: [...hash], ContractState: json, TransientData: null, Nonce: 1, Tombstone: null },
  ],
  [
    'multisig that vests',
    multisigState,
    [[f('f0100'), f('f0101')], 2, 75, big(10n ** 24n), -1, 6_307_200, link],
    {
      Signers: ['f0100', 'f0101'],
      NumApprovalsThreshold: 2,
      NextTxnID: 75,
      InitialBalance: '1000000000000000000000000',
      StartEpoch: -1,
      UnlockDuration: 6_307_200,
      PendingTxns: json,
    },
  ],
  [
    'allocation',
    allocation,
    [101, 1000, link, 2 ** 35, 518_400, 5_256_000, 172_800],
    { Client: 101, Provider: 1000, Data: json, Size: 2 ** 35, TermMin: 518_400, TermMax: 5_256_000, Expiration: 172_800 },
  ],
  [
    'deal that was slashed',
    dealState.v16,
    [7, 100, -1, 200],
    { SectorNumber: 7, SectorStartEpoch: 100, LastUpdatedEpoch: -1, SlashEpoch: 200 },
  ],
  [
    'actor with a delegated address',
    actorEntry.v16,
    [link, link, 2n ** 63n, big(1n), f(SENDER)],
    { Code: json, Head: json, Nonce: 2n ** 63n, Balance: '1', DelegatedAddress: SENDER },
  ],
  ['cron without entries', cronState, [[]], { Entries: null }],
];

describe('a state that no genesis has', () => {
  it.each(CASES)('%s is read, written and shown', (_name, codec, tuple, shown) => {
    const bytes = encodeWithCborg(tuple);
    const value = decodeBlock(codec, bytes);
    expect(bytesToHex(encodeBlock(codec, value))).toBe(bytesToHex(bytes));
    expect(codec.toJson(value, 'f')).toEqual(shown);
  });

  it.each(CASES)('%s is refused with a field too many or too few', (_name, codec, tuple) => {
    const fields = tuple as unknown[];
    expect(codeOf(() => decodeBlock(codec, encodeWithCborg([...fields, 0])))).toBe('cbor');
    expect(codeOf(() => decodeBlock(codec, encodeWithCborg(fields.slice(0, -1))))).toBe('cbor');
    expect(codeOf(() => decodeBlock(codec, encodeWithCborg([fields, 0])))).toBe('cbor');
  });
});

describe('pending transactions of a multisig', () => {
  it('are shown as a node shows them', () => {
    const { answers } = readSharedJson<{ answers: readonly { method: string; result: unknown }[] }>('rpc-recorded.json');
    const recorded = answers.find(({ method }) => method.endsWith('MsigGetPending'))?.result as {
      ID: number;
      To: string;
      Value: string;
      Method: number;
      Params: string | null;
      Approved: string[];
    }[];
    const [first = expect.fail('no transaction was recorded')] = recorded;
    const { ID, ...rest } = first;
    const transaction = {
      to: parseAddress(first.To),
      value: attoFil(first.Value),
      method: BigInt(first.Method),
      params: first.Params === null ? new Uint8Array() : base64ToBytes(first.Params),
      approved: first.Approved.map(parseAddress),
    };
    const blocks = new Map<string, Uint8Array>();
    const source = (cid: string) => blocks.get(cid) ?? expect.fail(`no block ${cid}`);
    const root = walkNow(Hamt.empty(multisigPendingTransactions.v16).set(ID, transaction), source).flush((bytes) => {
      const cid = cidOfDagCbor(bytes);
      blocks.set(cid, bytes);
      return cid;
    });
    // An id is a key in zigzag form: 74 as 148.
    expect(bytesToHex(source(root))).toContain('429401');
    const read = walkNow(walkNow(Hamt.open(multisigPendingTransactions.v16, root), source).entries(), source);
    expect(read.map(([id, value]) => [id, multisigTransaction.toJson(value, 'f')])).toEqual([[74, rest]]);
  });
});

describe('the manifest of actors', () => {
  it('names their types, and leaves out what is not known', () => {
    const manifest = [
      { name: 'constructor', code: parseCid('bafk2bzacecfivztuulqqv4o5oyvvvrkblwix4hqt24pqru6ivnpioefhuhria') },
      { name: 'storageminer', code: parseCid('bafk2bzacech2msfuf6mnbde5r5mrggftzsyg4k7g7cegltqooyuo4pp7kusp4') },
      { name: 'newactor', code: parseCid(ROOT) },
    ];
    expect(decodeBlock(actorManifest, encodeBlock(actorManifest, manifest))).toEqual(manifest);
    expect([...actorTypesByCode(manifest).values()]).toEqual(['storageminer']);
  });
});

describe('what a hostile node may send', () => {
  it('is refused: a hash of another length, a name that is no text, a set with values', () => {
    const contract = (bytes: Uint8Array) => encodeWithCborg([link, bytes, link, null, 1, null]);
    expect(() => decodeBlock(evmState.v16, contract(hash.subarray(1)))).toThrow(
      'BytecodeHash of the state object must be a hash of 32 bytes.',
    );
    expect(codeOf(() => decodeBlock(evmState.v16, contract(new Uint8Array(33))))).toBe('cbor');
    expect(codeOf(() => decodeBlock(initState, encodeWithCborg([link, 1, hash])))).toBe('cbor');
    expect(codeOf(() => decodeBlock(marketDealOps.v16.value, encodeWithCborg(1)))).toBe('cbor');
  });

  it.each([0, 9, 2 ** 40])('is refused: a DataCap token whose maps are %d bits wide', (bitWidth) => {
    const token = [big(0n), link, link, bitWidth];
    const state = decodeBlock(datacapState, encodeWithCborg([f('f06'), token]));
    expect(codeOf(() => datacapBalances(state))).toBe('state-tree');
    expect(codeOf(() => datacapAllowances(state))).toBe('state-tree');
  });
});

describe('the key of a verifier and a client', () => {
  const { toBytes, fromBytes } = removeDataCapProposalIds.key;
  const id = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(idAddress);

  it('is both addresses, one after the other', () => {
    expect(bytesToHex(toBytes([idAddress(200), idAddress(3)]))).toBe('00c8010003');
    fc.assert(
      fc.property(id, id, (verifier, client) => {
        expect(fromBytes(toBytes([verifier, client]))).toEqual([verifier, client]);
      }),
    );
  });

  it('is refused where it is anything else', () => {
    for (const bytes of [[], [0], [0, 200], [0, 3], [0, 200, 1, 0]])
      expect(codeOf(() => fromBytes(Uint8Array.from(bytes)))).toMatch(/^address/);
  });
});
