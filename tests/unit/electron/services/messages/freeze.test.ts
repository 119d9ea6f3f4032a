/** What the trusted document will show, from bytes; and what a lying node cannot change about it. */

import { describe, expect, it } from 'vitest';
import { type FreezeInput, freezeApproval } from '../../../../../electron/services/messages/approvals/freeze-approval.ts';
import { freezeBatch } from '../../../../../electron/services/messages/approvals/freeze-batch.ts';
import { freezeData } from '../../../../../electron/services/messages/approvals/freeze-data.ts';
import type { DraftNetwork, ReviewedBatch, ReviewedRow } from '../../../../../electron/services/messages/drafts/reviewed.ts';
import type { VaultAccount } from '../../../../../electron/wallet/vault-header.ts';
import { idAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { genesisCidOf, MAINNET_GENESIS_CID } from '../../../../../shared/domain/chain/networks.ts';
import { bytesToBase64, bytesToHex, hexToBytes, utf8ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { cidOfDagCbor, cidToBytes, cidToLink } from '../../../../../shared/domain/encoding/cid.ts';
import { keyFromPrivateKey } from '../../../../../shared/domain/keys/key.ts';
import { batchDigest } from '../../../../../shared/domain/messages/batch-digest.ts';
import { decodeMessage, encodeMessage, type Message } from '../../../../../shared/domain/messages/message.ts';
import { actorTypeFromCode } from '../../../../../shared/domain/methods/actor-code.ts';
import type { ActorType } from '../../../../../shared/domain/methods/actor-type.ts';
import { encodeParams } from '../../../../../shared/domain/methods/method-json.ts';
import type { SignatureType } from '../../../../../shared/domain/signatures/signature.ts';
import { zApproval } from '../../../../../shared/ipc/schemas/approvals.ts';
import { OTHER_GENESIS, sampleMessage } from '../../wallet/sample-messages.ts';

const NETWORK: DraftNetwork = { genesisCid: OTHER_GENESIS, name: 'practice', letter: 't' };

const NOTHING_INSIDE = { innerActors: new Map(), actorTypeOfCode: actorTypeFromCode, resolved: new Map(), multisigs: new Map() };

function accountOf(type: SignatureType): VaultAccount {
  const { address } = keyFromPrivateKey(type, new Uint8Array(32).fill(7));
  const origin = { kind: 'random' } as const;
  return { address, label: 'Main key', keyType: type, origin, createdAtMs: 0, genesisCids: [OTHER_GENESIS], isExported: false };
}

interface Change {
  readonly message?: Message;
  readonly network?: DraftNetwork;
  readonly account?: VaultAccount;
  readonly isHeld?: boolean;
  readonly holder?: FreezeInput['holder'];
  readonly recipient?: object;
  readonly warning?: string;
  readonly actorTypeOfCode?: (code: string) => ActorType | undefined;
}

function freeze(change: Change = {}) {
  const { account = accountOf('secp256k1'), network = NETWORK, isHeld = false, holder } = change;
  const inside = { ...NOTHING_INSIDE, actorTypeOfCode: change.actorTypeOfCode ?? actorTypeFromCode };
  const message = change.message ?? sampleMessage({ from: parseAddress(account.address) });
  const reviewed = {
    network,
    facts: { recipient: { address: message.to, exists: true, calls: [], ...change.recipient }, ...inside },
    checks: [
      { id: 'a', title: 'A', detail: 'a', result: 'pass' },
      { id: 'b', title: 'B', detail: 'b', result: 'warning' },
      ...(change.warning === undefined ? [] : [{ id: change.warning, title: 'C', detail: 'c', result: 'warning' }]),
    ],
  } as unknown as FreezeInput['reviewed'];
  const frozen = freezeApproval({ reviewed, message, account, isHeld, holder, known: { find: () => undefined, list: () => [] }, nowMs: 0 });
  if (frozen.approval.kind !== 'message') throw new Error('It is one message.');
  return { ...frozen, approval: zApproval.parse(frozen.approval) as typeof frozen.approval };
}

describe('a frozen message', () => {
  it('shows what its bytes say and repeats the warnings', () => {
    const { approval, messages } = freeze();
    const read = decodeMessage(messages[0]?.messageBytes ?? new Uint8Array());
    expect(approval.bytesHex).toBe(bytesToHex(encodeMessage(read)));
    expect(approval).toMatchObject({ value: read.value.toString(), nonce: read.nonce.toString(), isKeyKnownHere: true, isPractice: true });
    expect(approval.warnings.map(({ id }) => id)).toEqual(['b']);
  });

  it('reads the parameters of a constructor by the codes of the chain, also of one that the table lacks', () => {
    const newer = cidOfDagCbor(utf8ToBytes('a newer multisig'));
    const { address } = accountOf('secp256k1');
    const code = cidToLink(newer);
    const ConstructorParams = { Signers: [address], NumApprovalsThreshold: 1, UnlockDuration: 0, StartEpoch: 0 };
    const params = encodeParams('init', 2n, {
      CodeCID: code,
      ConstructorParams: bytesToBase64(encodeParams('multisig', 1n, ConstructorParams)),
    });
    const message = { ...sampleMessage({ from: parseAddress(address) }), to: idAddress(1), method: 2n, params };
    const shown = (actorTypeOfCode: (of: string) => ActorType | undefined) =>
      JSON.stringify(freeze({ message, recipient: { actorType: 'init' }, actorTypeOfCode }).approval.params);
    expect(shown(actorTypeFromCode)).not.toContain('NumApprovalsThreshold');
    expect(shown((of) => (of === newer ? 'multisig' : undefined))).toContain('NumApprovalsThreshold');
  });

  it('built without a node is kept, and says so', () => {
    expect(freeze().approval).toMatchObject({ isHeld: true, isOffline: true });
  });

  it('says nothing of a recipient that could not be asked about', () => {
    expect(freeze({ recipient: { exists: false, problem: 'no node' } }).approval.to.exists).toBeUndefined();
    expect(freeze({ recipient: { exists: false } }).approval.to.exists).toBe(false);
  });

  it('takes no word of the app that a call does nothing', () => {
    // The exported ChangeOwnerAddress of a miner, said to go to an account.
    const message = { ...sampleMessage({ from: parseAddress(accountOf('secp256k1').address) }), method: 1_010_589_339n };
    const shown = (problem: object) => freeze({ message, recipient: { actorType: 'account', ...problem } }).approval.params.isWithoutEffect;
    expect(shown({ exists: false, problem: 'Built without a node.' })).toBeUndefined();
    expect(shown({})).toBe(true);
  });

  it('names the address behind an ID, however the ID came to stand there', () => {
    const robustAddress = parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
    const shown = (recipient: object) => freeze({ recipient }).approval.to.robustAddress;
    expect(shown({ robustAddress })).toBe('t1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
    // An Ethereum key sends to the ID of the address that was typed.
    expect(shown({ address: robustAddress })).toBe('t1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
    expect(shown({})).toBeUndefined();
  });

  it('says what it takes the place of', () => {
    const before = sampleMessage({ from: parseAddress(accountOf('secp256k1').address) });
    const holder = {
      intent: { id: 'j1', unsignedCid: 'bafy2bzacea', methodName: 'Send' },
      message: before,
    } as unknown as FreezeInput['holder'];
    const as = (change: Partial<Message>) => freeze({ holder, message: { ...before, ...change } }).approval.replaces?.as;
    expect(freeze({ holder }).replacesId).toBe('j1');
    expect(as({ gasPremium: attoFil(999_999n) })).toBe('speed-up');
    expect(as({ to: before.from, value: attoFil(0n) })).toBe('cancel');
    expect(as({ value: attoFil(3n) })).toBe('other');
    expect(freeze().approval.replaces).toBeUndefined();
  });

  it('warns of the sender as its recipient, except where that is how it cancels', () => {
    const from = parseAddress(accountOf('secp256k1').address);
    const toItself = sampleMessage({ from, to: from, value: attoFil(0n) });
    const holder = {
      intent: { id: 'j1', unsignedCid: 'bafy2bzacea', methodName: 'Send' },
      message: sampleMessage({ from }),
    } as unknown as FreezeInput['holder'];
    const warned = (change: Change) => freeze({ message: toItself, warning: 'recipient', ...change }).approval.warnings.map(({ id }) => id);
    expect(warned({})).toEqual(['b', 'recipient']);
    expect(warned({ holder })).toEqual(['b']);
  });

  it.each([
    { name: 'mainnet', genesisCid: OTHER_GENESIS, isPractice: false },
    { name: 'a harmless test network', genesisCid: MAINNET_GENESIS_CID, isPractice: false },
    { name: 'calibrationnet', genesisCid: OTHER_GENESIS, isPractice: true },
  ])('is practice on $name with genesis $genesisCid: $isPractice', ({ isPractice, ...network }) => {
    expect(freeze({ network: { ...NETWORK, ...network } }).approval).toMatchObject({ isPractice });
  });
});

describe('the chain id of a delegated signature', () => {
  const account = accountOf('delegated');
  const on = (network: Partial<DraftNetwork>) => () => freeze({ account, network: { ...NETWORK, ...network } }).approval.chainId;

  it('is what the node says of a chain that nobody knows', () => {
    expect(on({ chainId: 31_415_926 })()).toBe(31_415_926);
  });

  it('is that of a public network by its genesis, whatever the node says', () => {
    expect(on({ genesisCid: MAINNET_GENESIS_CID, chainId: 31_415_926 })()).toBe(314);
    expect(on({ genesisCid: genesisCidOf('calibrationnet') ?? '' })()).toBe(314_159);
  });

  it('is refused where it would be worth something elsewhere, and where it is not known', () => {
    expect(on({ chainId: 314 })).toThrow(expect.objectContaining({ code: 'wrong-network' }));
    expect(on({ name: 'mainnet', chainId: 314 })).toThrow(expect.objectContaining({ code: 'wrong-network' }));
    expect(on({})).toThrow(expect.objectContaining({ code: 'message-refused' }));
  });

  it('is no matter for other keys', () => {
    expect(freeze().approval.chainId).toBeUndefined();
  });
});

describe('a frozen batch', () => {
  function batchOf(messages: readonly Message[], findings: ReviewedRow['view']['findings'] = []): ReviewedBatch {
    const rows = messages.map((message, index) => ({
      message,
      ...NOTHING_INSIDE,
      view: { line: index + 2, findings: [...findings], comment: 'x' },
    }));
    const active = { name: 'Embedded node' };
    return {
      active,
      network: NETWORK,
      pinned: { height: 9 },
      isHeld: false,
      baseFee: 100n,
      problems: [],
      rows,
    } as unknown as ReviewedBatch;
  }
  const account = accountOf('bls');
  const from = parseAddress(account.address);
  const messages = [3n, 9n, 4n].map((value, index) => sampleMessage({ from, nonce: BigInt(index + 5), value: attoFil(value) }));
  const freezeMessages = (batch: ReviewedBatch) =>
    freezeBatch({ batch, account, known: { find: () => undefined, list: () => [] }, nowMs: 0 });

  it('sums up what its bytes say, and has a digest over all of them', () => {
    const { approval, messages: frozen } = freezeMessages(batchOf(messages));
    expect(zApproval.parse(approval)).toMatchObject({
      kind: 'batch',
      count: 3,
      recipientCount: 1,
      firstNonce: '5',
      lastNonce: '7',
      totalValue: '16',
      largestValue: '9',
      digestHex: batchDigest(messages.map(encodeMessage)),
    });
    expect(frozen.map(({ shown }) => hexToBytes(shown.bytesHex))).toEqual(messages.map(encodeMessage));
  });

  it('says each warning once, with its lines', () => {
    const finding = { id: 'new', title: 'New', detail: 'It is new.', result: 'warning' } as const;
    const { approval } = freezeMessages(batchOf(messages, [finding]));
    expect(approval.warnings).toEqual([{ ...finding, detail: 'Lines 2, 3, 4. The first: It is new.' }]);
    // A line that only looks a little unusual must not hide what the same check says of another.
    const severe = { ...finding, title: 'Dangerous', detail: 'It takes all.', isSevere: true };
    const mixed = batchOf(messages, [finding]);
    mixed.rows[2]?.view.findings.splice(0, 1, severe);
    expect(freezeMessages(mixed).approval.warnings).toEqual([
      { ...finding, detail: 'Lines 2, 3. The first: It is new.' },
      { ...severe, detail: 'Line 4: It takes all.' },
    ]);
    const many = Array.from({ length: 40 }, (_, index) => sampleMessage({ from, nonce: BigInt(index) }));
    expect(freezeMessages(batchOf(many, [finding])).approval.warnings[0]?.detail).toContain('and 28 more');
  });
});

describe('frozen data', () => {
  const freezeText = (data: Uint8Array, form: 'lotus' | 'frc-0102', type: SignatureType = 'secp256k1') =>
    freezeData({ data, form, account: accountOf(type), letter: 't', nowMs: 0 }).approval;

  it('is text where it is UTF-8, and warned of where any of it cannot be seen or reorders the rest', () => {
    const frozen = (text: string) => freezeText(utf8ToBytes(text), 'frc-0102');
    for (const plain of ['hello\nthere', 'café', '支払い', 'оплата']) expect(frozen(plain)).toMatchObject({ text: plain, warnings: [] });
    for (const hidden of ['a\u202Eb', 'a\u200Bb', 'a\u0000b', 'a\rb', '\uFEFFa'])
      expect(frozen(hidden), JSON.stringify(hidden)).toMatchObject({ text: hidden, warnings: [{ id: 'hidden-characters' }] });
    for (const data of [new Uint8Array(), Uint8Array.of(0x61, 0xff)]) expect(freezeText(data, 'frc-0102').text).toBeUndefined();
  });

  it('has its envelope around it, of the kind that the key is known by', () => {
    const inEnvelope = (type: SignatureType) =>
      new TextDecoder().decode(hexToBytes(freezeText(utf8ToBytes('hi'), 'frc-0102', type).signedBytesHex));
    expect(inEnvelope('bls')).toBe('\u0019Filecoin Signed Message:\n2hi');
    expect(inEnvelope('delegated')).toBe('\u0019Ethereum Signed Message:\n2hi');
    const raw = freezeText(utf8ToBytes('hi'), 'lotus');
    expect(raw.signedBytesHex).toBe(raw.dataHex);
    expect(raw.warnings).toHaveLength(1);
  });

  it('warns severely of a bare hash that an Ethereum key signs, in any form', () => {
    const hash = new Uint8Array(32).fill(0xab);
    const warned = (data: Uint8Array, form: 'lotus' | 'frc-0102', type: SignatureType) =>
      freezeText(data, form, type).warnings.find(({ id }) => id === 'bare-hash');
    for (const form of ['lotus', 'frc-0102'] as const) {
      expect(warned(hash, form, 'delegated')).toMatchObject({ result: 'warning', isSevere: true });
      expect(warned(hash, form, 'secp256k1')).toBeUndefined();
    }
    expect(warned(hash.subarray(1), 'frc-0102', 'delegated')).toBeUndefined();
    expect(warned(utf8ToBytes('x'.repeat(32)), 'frc-0102', 'delegated')).toBeUndefined();
    // A hash that was searched for until it is text.
    for (const text of ['é'.repeat(16), `${'x'.repeat(31)}\u0001`, `${'x'.repeat(31)}~`])
      expect(warned(utf8ToBytes(text), 'frc-0102', 'delegated')).toMatchObject({ isSevere: true });
  });

  it('is refused raw where it is a message, and taken in an envelope', () => {
    const cid = cidToBytes(cidOfDagCbor(new Uint8Array(3)));
    expect(() => freezeText(cid, 'lotus')).toThrow(expect.objectContaining({ code: 'message-refused' }));
    expect(freezeText(cid, 'frc-0102').dataHex).toBe(bytesToHex(cid));
  });
});
