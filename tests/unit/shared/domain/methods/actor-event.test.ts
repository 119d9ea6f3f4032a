import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOfAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress, ethAddressFromAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { ethHashFromCid } from '../../../../../shared/domain/chain/tipset.ts';
import { base64ToBytes, hexToBytes, utf8ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { type CborValue, CborWriter, encodeBigIntBytes, encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { type Cid, cidFromLink, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { type ActorEvent, decodeActorEvent, type EventEntry } from '../../../../../shared/domain/methods/actor-event.ts';
import { fieldsOfEvent } from '../../../../../shared/domain/methods/actor-event-fields.ts';
import { decodeStreamWrite } from '../../../../../shared/domain/methods/method-decode.ts';
import { encodeDecoded } from '../../../../../shared/domain/methods/method-encode.ts';
import { checked } from '../../../../builders/checked.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

interface EntryJson {
  Flags: number;
  Key: string;
  Codec: number;
  Value: string;
}
interface EventJson {
  entries: EntryJson[];
  emitter: string;
  height: number;
  msgCid: unknown;
  tipsetKey: unknown[];
}
interface LogJson {
  address: string;
  data: string;
  topics: string[];
  transactionHash: string;
  transactionCid: string;
}

const entriesOf = (entries: readonly EntryJson[]): EventEntry[] =>
  entries.map(({ Flags, Key, Codec, Value }) => ({ flags: Flags, key: Key, codec: Codec, value: base64ToBytes(Value) }));

describe('claims of mainnet', () => {
  it('say what their decoded form says', () => {
    const { events, decoded } = readSharedJson<{ events: EventJson[]; decoded: Record<string, unknown>[] }>(
      'chain/actor-events-mainnet-4622129.json.gz',
    );
    for (const [index, { entries, emitter, msgCid, tipsetKey }] of events.entries()) {
      const event = decodeActorEvent(entriesOf(entries));
      if (event.type !== 'claim') throw new Error(`event ${index} is ${event.type}`);
      expect({
        $type: event.type,
        id: Number(event.id),
        client: Number(event.client),
        provider: Number(event.provider),
        'piece-cid': event.pieceCid,
        'piece-size': Number(event.pieceSize),
        'term-min': Number(event.termMin),
        'term-max': Number(event.termMax),
        'term-start': Number(event.termStart),
        sector: Number(event.sector),
      }).toEqual(decoded[index]);
      expect(idOfAddress(parseAddress(emitter))).toBe(6n);
      for (const link of [msgCid, ...tipsetKey]) expect(cidFromLink(link)).toMatch(/^bafy2bzace/);
    }
    checked(events.length, 168, 'claims of mainnet with every value');
  });
});

describe('events and logs of the same tipsets', () => {
  const files = listSharedFiles('chain/events');
  const events = new Map(
    files
      .filter((file) => file.includes('.nativelog.'))
      .map((file) => [file.replace('.nativelog.json.gz', ''), readSharedJson<EventJson[]>(`chain/events/${file}`)]),
  );
  const logs = new Map(
    files
      .filter((file) => file.includes('.ethlog.'))
      .map((file) => [file.replace('.ethlog.json.gz', ''), readSharedJson<LogJson[]>(`chain/events/${file}`)]),
  );

  it('are known, every one', () => {
    const types: Record<string, number> = {};
    for (const event of [...events.values()].flat()) {
      const { type } = decodeActorEvent(entriesOf(event.entries));
      types[type] = (types[type] ?? 0) + 1;
    }
    expect(Object.keys(types).sort()).toEqual(['evm-log', 'verifier-balance']);
    checked(types['evm-log'] ?? 0, 119, 'native events that are logs of contracts');
    checked(types['verifier-balance'] ?? 0, 1, 'native event of the verified registry');
  });

  it('of contracts are the same on both sides: topics, data and message', () => {
    let pairs = 0;
    for (const [tipset, nativeEvents] of events) {
      const ofContracts = nativeEvents.map((event) => ({ event, log: decodeActorEvent(entriesOf(event.entries)) }));
      const ethereum = logs.get(tipset) ?? [];
      expect(ethereum.length).toBe(ofContracts.filter(({ log }) => log.type === 'evm-log').length);
      for (const [index, log] of ethereum.entries()) {
        const { event, log: own } = ofContracts[index] ?? {};
        expect(own).toEqual({ type: 'evm-log', topics: log.topics, data: log.data });
        expect(cidFromLink(event?.msgCid)).toBe(log.transactionCid);
        pairs += 1;
      }
    }
    checked(pairs, 119, 'contract logs equal as native event and as Ethereum log');
  });

  it('of contracts have addresses that are written again as they are, and hashes beside their CIDs', () => {
    const senders = new Map(
      listSharedFiles('chain/messages').flatMap((file) =>
        readSharedJson<{ Trace: { MsgCid: unknown; Msg: { From: string } }[] }>(`chain/messages/${file}`).Trace.map(
          ({ MsgCid, Msg }) => [cidFromLink(MsgCid), Msg.From] as const,
        ),
      ),
    );
    const all = [...logs.values()].flat();
    for (const { address, transactionHash, transactionCid } of all) {
      expect(ethAddressFromAddress(addressFromEthAddress(address))?.toLowerCase()).toBe(address);
      expect(senders.get(parseCid(transactionCid))).toMatch(/^f410f/);
      expect(ethHashFromCid(parseCid(transactionCid))).not.toBe(transactionHash);
    }
    checked(all.length, 228, 'Ethereum logs with their address; their hash is not the digest of the CID, as all senders are f410');
  });
});

describe('every kind of event that built-in actors emit', () => {
  const piece = parseCid('baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq');
  const cbor = (value: CborValue) => encodeCbor(value);
  const link = (cid: Cid) => new CborWriter().link(cid).finish();
  const entry = (key: string, value: Uint8Array, codec = 0x51): EventEntry => ({ flags: 3, key, codec, value });
  const parties = [entry('id', cbor(7)), entry('client', cbor(100)), entry('provider', cbor(1000))];
  const data = [entry('piece-cid', link(piece)), entry('piece-size', cbor(34_359_738_368))];
  const term = [...parties, ...data, entry('term-min', cbor(518_400)), entry('term-max', cbor(5_256_000))];
  const party = { id: 7n, client: 100n, provider: 1000n };
  const terms = { ...party, pieceCid: piece, pieceSize: 34_359_738_368n, termMin: 518_400n, termMax: 5_256_000n };
  const start = [entry('term-start', cbor(99)), entry('sector', cbor(2n ** 63n - 1n))];
  const started = { ...terms, termStart: 99n, sector: 2n ** 63n - 1n };
  const balance = entry('balance', cbor(encodeBigIntBytes(2n ** 70n)));

  const kinds: readonly [string, readonly EventEntry[], object][] = [
    ['verifier-balance', [entry('verifier', cbor(5)), balance], { verifier: 5n, balance: 2n ** 70n, client: undefined }],
    ['verifier-balance', [entry('verifier', cbor(5)), balance, entry('client', cbor(6))], { verifier: 5n, balance: 2n ** 70n, client: 6n }],
    ['allocation', [...term, entry('expiration', cbor(1))], { ...terms, expiration: 1n }],
    ['allocation-removed', [...term, entry('expiration', cbor(1))], { ...terms, expiration: 1n }],
    ['claim', [...term, ...start], started],
    ['claim-updated', [...term, ...start], started],
    ['claim-removed', [...term, ...start], started],
    ['deal-published', parties, party],
    ['deal-activated', parties, party],
    ['deal-terminated', parties, party],
    ['deal-completed', parties, party],
    ['sector-precommitted', [entry('sector', cbor(3))], { sector: 3n }],
    ['sector-terminated', [entry('sector', cbor(3))], { sector: 3n }],
    ['sector-activated', [entry('sector', cbor(3)), entry('unsealed-cid', cbor(null))], { sector: 3n, unsealedCid: undefined, pieces: [] }],
    [
      'sector-activated',
      [entry('sector', cbor(3)), entry('unsealed-cid', link(piece)), ...data, ...data],
      {
        sector: 3n,
        unsealedCid: piece,
        pieces: [
          { pieceCid: piece, pieceSize: 34_359_738_368n },
          { pieceCid: piece, pieceSize: 34_359_738_368n },
        ],
      },
    ],
    ['sector-updated', [entry('sector', cbor(3)), entry('unsealed-cid', link(piece))], { sector: 3n, unsealedCid: piece, pieces: [] }],
  ];

  it.each(kinds)('%s', (type, entries, fields) => {
    expect(decodeActorEvent([entry('$type', cbor(type)), ...entries])).toEqual({ type, ...fields });
  });

  it('is unknown, with all its values, when an entry is missing, added or of another type', () => {
    for (const [type, entries] of kinds) {
      const head = entry('$type', cbor(type));
      const isOptional = (key: string | undefined) => key === 'client' && type === 'verifier-balance';
      for (const [index, one] of entries.entries()) {
        if (isOptional(one.key)) continue;
        const missing = entries.filter((_, at) => at !== index);
        if (type !== 'sector-activated' || one.key === 'sector') expect(decodeActorEvent([head, ...missing]).type).toBe('unknown');
        const another = entries.map((other, at) => (at === index ? entry(other.key, cbor('text')) : other));
        expect(decodeActorEvent([head, ...another])).toMatchObject({ type: 'unknown', name: type });
      }
      const more = decodeActorEvent([head, ...entries, entry('more', cbor(1))]);
      expect(more).toMatchObject({ type: 'unknown', name: type });
      expect(more.type === 'unknown' && more.entries.length).toBe(entries.length + 2);
    }
  });

  const withPieces = (count: number) => [
    entry('$type', cbor('sector-activated')),
    entry('sector', cbor(3)),
    entry('unsealed-cid', link(piece)),
    ...Array.from({ length: count }, () => data).flat(),
  ];

  it.each<[string, readonly EventEntry[], Partial<ActorEvent>]>([
    ['a log with nothing in it', [], { type: 'evm-log', topics: [], data: '0x' }],
    ['as many entries as the FVM takes', withPieces(126), { type: 'sector-activated' }],
    ['more entries than the FVM takes', withPieces(127), { type: 'unknown', name: 'sector-activated' }],
    ['another kind', [entry('$type', cbor('sector-sold'))], { type: 'unknown', name: 'sector-sold' }],
    ['a kind that is no text', [entry('$type', cbor(1))], { type: 'unknown', name: undefined }],
    [
      'a kind that is not in front',
      [entry('sector', cbor(3)), entry('$type', cbor('sector-terminated'))],
      { type: 'unknown', name: undefined },
    ],
    ['a value that is no CBOR', [entry('x', hexToBytes('ff'))], { type: 'unknown', entries: [{ key: 'x', value: hexToBytes('ff') }] }],
    ['a raw value', [entry('x', utf8ToBytes('a'), 0x55)], { type: 'unknown', entries: [{ key: 'x', value: utf8ToBytes('a') }] }],
    ['a log without topics', [entry('d', Uint8Array.of(1), 0x55)], { type: 'evm-log', topics: [], data: '0x01' }],
    ['a log without data', [entry('t1', new Uint8Array(32), 0x55)], { type: 'evm-log', topics: [`0x${'00'.repeat(32)}`], data: '0x' }],
    ['a log without its first topic', [entry('t2', new Uint8Array(32), 0x55)], { type: 'unknown' }],
    ['a log with a short topic', [entry('t1', new Uint8Array(31), 0x55)], { type: 'unknown' }],
    ['a log with a topic twice', [entry('t1', new Uint8Array(32), 0x55), entry('t1', new Uint8Array(32), 0x55)], { type: 'unknown' }],
    ['a log with five topics', ['t1', 't2', 't3', 't4', 't5'].map((key) => entry(key, new Uint8Array(32), 0x55)), { type: 'unknown' }],
    ['a log in CBOR', [entry('t1', cbor(new Uint8Array(32)))], { type: 'unknown' }],
  ])('%s', (_name, entries, expected) => {
    expect(decodeActorEvent(entries)).toMatchObject(expected);
  });

  it('whatever an actor emits is read without failing', () => {
    const key = fc.oneof(fc.constantFrom('$type', 'id', 'client', 'sector', 'piece-cid', 'd', 't1', 't2'), fc.string());
    const codec = fc.constantFrom(0x51, 0x55, 0x71);
    const names = kinds.map(([type]) => cbor(type));
    const any = fc.record({ flags: fc.nat(3), key, codec, value: fc.oneof(fc.constantFrom(...names), fc.uint8Array({ maxLength: 33 })) });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), (entries) => {
        const event = decodeActorEvent(entries);
        if (event.type === 'unknown') expect(event.entries.map((one) => one.key)).toEqual(entries.map((one) => one.key));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('events of the reward actor', () => {
  const AMOUNT = encodeBigIntBytes(5_000_000_000_000_000_000n);
  const entries = (type: string, values: Readonly<Record<string, CborValue>>): EventEntry[] =>
    Object.entries({ $type: type, ...values }).map(([key, value]) => ({ flags: 3, key, codec: 0x51, value: encodeCbor(value) }));

  it.each<[string, Readonly<Record<string, CborValue>>, ActorEvent]>([
    [
      'write-queued',
      { op: 3, 'effective-epoch': 6_500_000, 'stream-id': 2, payload: Uint8Array.of(0x80) },
      { type: 'write-queued', op: 3n, effectiveEpoch: 6_500_000n, streamId: 2n, payload: Uint8Array.of(0x80) },
    ],
    [
      'write-applied',
      { op: 0, 'effective-epoch': 6_500_000 },
      { type: 'write-applied', op: 0n, effectiveEpoch: 6_500_000n, streamId: undefined, payload: undefined },
    ],
    [
      'period-folded',
      { 'stream-id': 2, cause: 'SetShares', accrued: AMOUNT, dust: new Uint8Array() },
      { type: 'period-folded', streamId: 2n, cause: 'SetShares', accrued: 5_000_000_000_000_000_000n, dust: 0n },
    ],
    [
      'shares-set',
      {
        'stream-id': 2,
        shares: [
          [1001, 737_500_000_000_000_000n],
          [1002, 262_500_000_000_000_000n],
        ],
      },
      {
        type: 'shares-set',
        streamId: 2n,
        shares: [
          { recipient: 1001n, share: 737_500_000_000_000_000n },
          { recipient: 1002n, share: 262_500_000_000_000_000n },
        ],
      },
    ],
    [
      'address-replaced',
      { 'stream-id': 2, 'old-recipient': 1001, 'new-recipient': 99 },
      { type: 'address-replaced', streamId: 2n, oldRecipient: 1001n, newRecipient: 99n },
    ],
    [
      'claim-payout',
      { 'stream-id': 2, recipient: 1001, amount: AMOUNT },
      { type: 'claim-payout', streamId: 2n, recipient: 1001n, amount: 5_000_000_000_000_000_000n },
    ],
  ])('%s is read by its keys', (type, values, expected) => {
    expect(decodeActorEvent(entries(type, values))).toEqual(expected);
  });

  it.each<[string, Readonly<Record<string, CborValue>>]>([
    ['write-queued', { op: 0, 'effective-epoch': 1 }],
    ['write-applied', { op: 0, 'effective-epoch': 1, payload: Uint8Array.of(0x80) }],
    ['shares-set', { 'stream-id': 2, shares: [[1001]] }],
    ['shares-set', { 'stream-id': 2, shares: 7 }],
    ['period-folded', { 'stream-id': 2, cause: 5, accrued: AMOUNT, dust: AMOUNT }],
    ['claim-payout', { 'stream-id': 2, recipient: 1001, amount: 5 }],
  ])('%s with other entries is an unknown event with all its values', (type, values) => {
    const event = decodeActorEvent(entries(type, values));
    expect(event).toMatchObject({ type: 'unknown', name: type });
    if (event.type === 'unknown') expect(event.entries).toHaveLength(Object.keys(values).length + 1);
  });

  it('have fields with names, units and amounts, and the payload of a queued change is decoded', () => {
    const { vectors } = readSharedJson<{ vectors: { type: string; name: string; hex: string }[] }>('nv29/reward-cbor.json');
    const payload = hexToBytes(vectors.find(({ type, name }) => type === 'RegisterStreamPayload' && name === 'explicit')?.hex ?? '');
    const fieldsBy = (type: string, values: Readonly<Record<string, CborValue>>) => {
      const event = decodeActorEvent(entries(type, values));
      if (event.type === 'unknown') throw new Error(`${type} is not known`);
      return Object.fromEntries(fieldsOfEvent(event).map(({ name, value }) => [name, value]));
    };
    const queued = fieldsBy('write-queued', { op: 2, 'effective-epoch': 6_500_000, 'stream-id': 3, payload });
    expect(Object.keys(queued)).toEqual(['op', 'effectiveEpoch', 'streamId', 'payload']);
    expect(queued.op).toEqual({ kind: 'integer', value: 2n, isBig: false, unit: 'streamWrite' });
    expect(queued.payload).toMatchObject({
      kind: 'record',
      fields: [
        { name: 'Weight', value: { kind: 'record', fields: [{ name: 'VStart' }, { name: 'Slope', value: { value: -1n } }, {}, {}, {}] } },
        { name: 'Distribution', value: { kind: 'record', fields: [{ name: 'Writer', value: { value: 'f0200' } }, { name: 'Shares' }] } },
      ],
    });
    const paid = fieldsBy('claim-payout', { 'stream-id': 2, recipient: 1001, amount: AMOUNT });
    expect(paid.recipient).toMatchObject({ unit: 'actor', value: 1001n });
    expect(paid.amount).toEqual({ kind: 'amount', value: 5_000_000_000_000_000_000n });
    expect(fieldsBy('period-folded', { 'stream-id': 2, cause: 'SetShares', accrued: AMOUNT, dust: AMOUNT }).cause).toEqual({
      kind: 'text',
      value: 'SetShares',
    });
    // A payload that does not fit its kind is shown as the CBOR that it is.
    const odd = fieldsBy('write-queued', { op: 4, 'effective-epoch': 1, 'stream-id': 3, payload: Uint8Array.of(0x01) });
    expect(odd.payload).toEqual({ kind: 'integer', value: 1n, isBig: false });
  });

  it('decode every published payload of the queue', () => {
    const { vectors } = readSharedJson<{ vectors: { type: string; hex: string }[] }>('nv29/reward-cbor.json');
    const ops: Readonly<Record<string, bigint>> = {
      SetWeightRecordsParams: 0n,
      StepWeightRecordsParams: 1n,
      RegisterStreamPayload: 2n,
      SetDistributionPayload: 4n,
    };
    const payloads = vectors.filter(({ type }) => Object.hasOwn(ops, type));
    for (const { type, hex } of payloads) {
      const decoded = decodeStreamWrite(ops[type] ?? -1n, hexToBytes(hex));
      expect(decoded.form, type).toBe('typed');
      expect(encodeDecoded(decoded)).toEqual(hexToBytes(hex));
    }
    checked(payloads.length, 6, 'published payloads of queued changes');
  });
});
