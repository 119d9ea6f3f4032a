import { describe, expect, it } from 'vitest';
import { type Address, addressProtocol, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { decodeRlePlus } from '../../../../../shared/domain/encoding/bitfield.ts';
import { base64ToBytes, bytesToHex, concatBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import type { Decoded } from '../../../../../shared/domain/encoding/decoded-value.ts';
import { actorTypeFromCode } from '../../../../../shared/domain/methods/actor-code.ts';
import { type ActorMethod, methodForms } from '../../../../../shared/domain/methods/actor-methods.ts';
import { ACTOR_TYPES, type ActorType, singletonActorType } from '../../../../../shared/domain/methods/actor-type.ts';
import { decodeParams, decodeReturn } from '../../../../../shared/domain/methods/method-decode.ts';
import { encodeDecoded } from '../../../../../shared/domain/methods/method-encode.ts';
import { decodedFromJson, decodedToJson, encodeParams } from '../../../../../shared/domain/methods/method-json.ts';
import type { MethodShape } from '../../../../../shared/domain/methods/method-shape.ts';
import { checked } from '../../../../builders/checked.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';
import { networkVersionOfFile, type TracedCall, tracedCalls } from '../../../../builders/traced-calls.ts';

interface Call {
  readonly to: Address;
  readonly type: ActorType | undefined;
  readonly method: bigint;
  readonly params: Uint8Array;
  readonly returned: Uint8Array;
  readonly exitCode: number;
  readonly networkVersion: number;
  readonly codec?: number | undefined;
  readonly returnCodec?: number | undefined;
  /** Whether the data says what the actor is. */
  readonly isTypeKnown: boolean;
}

interface TracedMessage {
  Msg: TracedCall['Msg'];
  MsgRct: TracedCall['MsgRct'];
  ExecutionTrace?: TracedCall;
}

/** Types that an actor with an id or an f2 address may have where a trace does not say its code. */
const CANDIDATES: readonly ActorType[] = ['storageminer', 'multisig', 'paymentchannel', 'evm'];
const INVOKE_CONTRACT = 3844450837n;
/** Why values fall back: all there is. */
const NO_CODEC = 'input of a contract without its CBOR head, in a trace that leaves out the codecs';
const NULL = 'null sent for parameters';

describe('calls in traces', () => {
  const calls = tracedCalls().map(({ call, networkVersion }) => callOf(call, networkVersion));

  it('are typed by the code of the invoked actor, or fall back for a known reason, and are written again as they were', () => {
    const tally = new Tally(true);
    for (const call of calls) tally.add(call);
    tally.check('calls in traces', {
      calls: 966,
      'typed by the code of the invoked actor': 195,
      'typed by a singleton or the protocol of its address': 471,
      'typed as the only actor that fits, or a bare transfer': 300,
      'values without bytes': 783,
      'typed values': 1140,
      [NO_CODEC]: 9,
    });
  });
});

describe('messages', () => {
  it('of 14 tipsets are typed', () => {
    const tally = new Tally();
    for (const file of listSharedFiles('chain/messages')) {
      if (!file.endsWith('.json.gz')) continue;
      const { Trace } = readSharedJson<{ Trace: TracedMessage[] }>(`chain/messages/${file}`);
      for (const { Msg, MsgRct } of Trace) tally.add(callOf({ Msg, MsgRct, Subcalls: null }, networkVersionOfFile(file)));
    }
    tally.check('messages of 14 tipsets', { calls: 463, 'typed values': 496, 'values without bytes': 430 });
  });

  it('of 2020 are typed by the actors of their network version', () => {
    const tally = new Tally();
    for (const { msg, receipt, actor, networkVersion } of readSharedJson<OldMessage[]>('chain/mainnet-messages-2020.json.gz')) {
      const type = ACTOR_TYPES.find((candidate) => candidate === actor);
      if (type === undefined) throw new Error(`${actor} is no type of actor`);
      tally.add({ ...callOf({ Msg: msg, MsgRct: receipt, Subcalls: null }, networkVersion), type, isTypeKnown: true });
    }
    tally.check('messages of 2020', {
      calls: 283,
      'typed values': 259,
      'typed values with text that is no UTF-8, which JSON cannot hold': 12,
      'values without bytes': 303,
      [NULL]: 4,
    });
  });
});

describe('published deals', () => {
  const messages = readSharedJson<PublishedDeals[]>('deals/published-storage-deals.json.gz');

  it('are in the tree and in JSON what they were published as', () => {
    let deals = 0;
    for (const message of messages) {
      const bytes = publishParams(message.deals);
      const decoded = decodeParams('storagemarket', 4n, bytes);
      expect(decoded.form).toBe('typed');
      expect(bytesToHex(encodeDecoded(decoded))).toBe(bytesToHex(bytes));
      expect(decodedToJson(decoded, 'f')).toEqual({
        Deals: message.deals.map(({ Proposal, ClientSignature }) => ({ Proposal, ClientSignature })),
      });
      // Text that is no UTF-8 cannot be in JSON; everything else comes back from it.
      if (message.deals.every(({ labelIsInvalidUtf8 }) => labelIsInvalidUtf8 !== true)) {
        expect(bytesToHex(encodeParams('storagemarket', 4n, decodedToJson(decoded, 'f')))).toBe(bytesToHex(bytes));
      }
      deals += message.deals.length;
    }
    checked(messages.length, 38, 'messages of published deals');
    checked(deals, 242, 'deal proposals decoded and compared with their JSON');
  });

  it('have the ids and the valid ones that their receipts return', () => {
    const receipts = receiptsByCid();
    let compared = 0;
    for (const { msgCid, dealIds, validDealsRle, exitCode, epoch } of messages) {
      const returned = receipts.get(msgCid['/'] ?? msgCid);
      if (returned === undefined || exitCode !== 0) continue;
      const networkVersion = epoch < 1_000_000 ? 0 : 21;
      const { form, value } = decodeReturn('storagemarket', 4n, returned, { networkVersion });
      expect(form).toBe('typed');
      const [ids, valid] = value.kind === 'record' ? value.fields : [];
      expect(
        ids?.value.kind === 'list' && ids.value.items.map((item) => (item.kind === 'integer' ? Number(item.value) : undefined)),
      ).toEqual(dealIds);
      if (validDealsRle !== null)
        expect(valid?.value).toMatchObject({ kind: 'bitfield', value: decodeRlePlus(base64ToBytes(validDealsRle)) });
      compared += 1;
    }
    checked(compared, 26, 'returns of PublishStorageDeals compared with the deal ids');
  });
});

interface PublishedDeals {
  msgCid: string & { '/'?: string };
  exitCode: number;
  epoch: number;
  dealIds: number[] | null;
  validDealsRle: string | null;
  deals: {
    Proposal: unknown;
    proposalCbor: string;
    ClientSignature: { Type: number; Data: string };
    labelIsInvalidUtf8?: boolean;
  }[];
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

function receiptsByCid(): Map<string, Uint8Array> {
  const receipts = new Map<string, Uint8Array>();
  for (const { msgCid, receipt } of readSharedJson<OldMessage[]>('chain/mainnet-messages-2020.json.gz')) {
    receipts.set(msgCid, base64ToBytes(receipt.Return ?? ''));
  }
  for (const file of listSharedFiles('chain/messages')) {
    if (!file.endsWith('.json.gz')) continue;
    const { Trace } = readSharedJson<{ Trace: (TracedMessage & { MsgCid: { '/': string } })[] }>(`chain/messages/${file}`);
    for (const { MsgCid, MsgRct } of Trace) receipts.set(MsgCid['/'], base64ToBytes(MsgRct.Return ?? ''));
  }
  return receipts;
}

interface OldMessage {
  msgCid: string;
  actor: string;
  networkVersion: number;
  msg: TracedCall['Msg'];
  receipt: TracedCall['MsgRct'];
}

function callOf({ Msg, MsgRct, InvokedActor }: TracedCall, networkVersion: number): Call {
  const to = parseAddress(Msg.To);
  const code = InvokedActor?.State?.Code?.['/'];
  return {
    to,
    type: code === undefined ? (singletonActorType(to) ?? typeOfProtocol(to)) : actorTypeFromCode(code),
    isTypeKnown: code !== undefined,
    method: BigInt(Msg.Method),
    params: base64ToBytes(Msg.Params ?? ''),
    returned: base64ToBytes(MsgRct.Return ?? ''),
    exitCode: MsgRct.ExitCode,
    networkVersion,
    codec: Msg.ParamsCodec,
    returnCodec: MsgRct.ReturnCodec,
  };
}

/** What an address says about its actor: those of keys are accounts, and those of the Ethereum address manager contracts. */
function typeOfProtocol(address: Address): ActorType | undefined {
  const protocol = addressProtocol(address);
  if (protocol === 4) return 'evm';
  return protocol === 1 || protocol === 3 ? 'account' : undefined;
}

/** Counts what became of calls; every value must be written again as it was, and as JSON and back. */
class Tally {
  readonly #counts = new Map<string, number>();
  readonly #hasTraces: boolean;

  constructor(hasTraces = false) {
    this.#hasTraces = hasTraces;
  }

  add(call: Call): void {
    const { type, params, returned } = readCall(call);
    this.#count('calls');
    if (this.#hasTraces) this.#count(sourceOf(call));
    this.#take(params, call.params, type, call, ({ params: shape }) => shape);
    this.#take(returned, call.returned, type, call, ({ returns }) => returns);
  }

  check(what: string, expected: Readonly<Record<string, number>>): void {
    expect(Object.fromEntries(this.#counts)).toEqual(expected);
    for (const [result, count] of Object.entries(expected)) checked(this.#counts.get(result) ?? 0, count, `${what}: ${result}`);
  }

  #count(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  #take(decoded: Decoded, bytes: Uint8Array, type: ActorType | undefined, call: Call, shapeOf: (method: ActorMethod) => MethodShape): void {
    expect(bytesToHex(encodeDecoded(decoded))).toBe(bytesToHex(bytes));
    if (decoded.form !== 'typed') {
      this.#count(reasonOf(call));
    } else if (bytes.length === 0) {
      this.#count('values without bytes');
    } else {
      this.#count('typed values');
      if (hasEncoding(decoded)) {
        this.#count('typed values with text that is no UTF-8, which JSON cannot hold');
        return;
      }
      const [form] = methodForms(type, call.method, call.networkVersion);
      if (form === undefined) throw new Error(`method ${call.method} has no form`);
      const again = decodedFromJson(shapeOf(form), decodedToJson(decoded, 'f'));
      // A call between contracts has no CBOR head, which its JSON does not say.
      const isUnwrapped = decoded.isUnwrapped === true;
      expect(bytesToHex(encodeDecoded(isUnwrapped ? { ...again, isUnwrapped } : again))).toBe(bytesToHex(bytes));
    }
  }
}

/** Whether a value stands in it in a form that would not be written today. */
function hasEncoding(decoded: Decoded): boolean {
  return JSON.stringify(decoded, (_key, value) => (typeof value === 'bigint' ? value.toString() : value)).includes('"encoding"');
}

function sourceOf({ type, isTypeKnown }: Call): string {
  if (isTypeKnown) return 'typed by the code of the invoked actor';
  return type === undefined
    ? 'typed as the only actor that fits, or a bare transfer'
    : 'typed by a singleton or the protocol of its address';
}

function reasonOf({ method, codec, params, type, networkVersion }: Call): string {
  if (type === 'evm' && method === INVOKE_CONTRACT && codec === undefined) return NO_CODEC;
  if (bytesToHex(params) === 'f6') return NULL;
  return `${type} ${method} in network version ${networkVersion}: ${bytesToHex(params).slice(0, 60)}`;
}

interface Read {
  readonly type: ActorType | undefined;
  readonly params: Decoded;
  readonly returned: Decoded;
}

/** By the type that is known, or else by the only candidate that fits both ways. */
function readCall(call: Call): Read {
  if (call.type !== undefined) return readAs(call, call.type);
  const fitting = CANDIDATES.filter((type) => methodForms(type, call.method).length > 0)
    .map((type) => readAs(call, type))
    .filter(({ params, returned }) => params.form === 'typed' && returned.form === 'typed');
  const [only] = fitting;
  return fitting.length === 1 && only !== undefined ? only : readAs(call, undefined);
}

function readAs(call: Call, type: ActorType | undefined): Read {
  const { method, networkVersion, params, returned, exitCode } = call;
  const context = { networkVersion, actorTypeOfCode: actorTypeFromCode };
  return {
    type,
    params: decodeParams(type, method, params, { ...context, codec: call.codec }),
    returned: decodeReturn(type, method, returned, { ...context, codec: call.returnCodec, params, exitCode }),
  };
}
