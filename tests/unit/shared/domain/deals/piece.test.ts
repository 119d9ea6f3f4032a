import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commitmentOfPieceCid,
  type PieceInfo,
  pieceCidOf,
  pieceCidV2Of,
  pieceOfCidV2,
} from '../../../../../shared/domain/deals/piece-cid.ts';
import {
  dataCommitmentOf,
  PieceHasher,
  pieceCommitmentOf,
  zeroPieceCommitment,
} from '../../../../../shared/domain/deals/piece-commitment.ts';
import { hashNode } from '../../../../../shared/domain/deals/piece-node.ts';
import {
  MAXIMUM_PADDED_PIECE_SIZE,
  paddedSizeOf,
  parsePaddedPieceSize,
  parseUnpaddedPieceSize,
  pieceSizeOfPayload,
  unpaddedSizeOf,
} from '../../../../../shared/domain/deals/piece-size.ts';
import type { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { base64ToBytes, concatBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { readCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { cidFromBytes, cidFromParts, cidToBytes, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { sealProofType } from '../../../../../shared/domain/sectors/proof-type.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';
import { temporaryFolder } from '../../../../builders/temporary-folder.ts';

const GIB = 1024 ** 3;

describe('sizes of pieces', () => {
  it.each([
    [127, 128],
    [128, 256],
    [254, 256],
    [255, 512],
    [1016, 1024],
    [2_147_483_648, 4 * GIB],
    [34_091_302_912, 32 * GIB],
    [34_091_302_913, 64 * GIB],
    [68_182_605_824, 64 * GIB],
  ])('a file of %i bytes takes %i', (payload, padded) => {
    expect(pieceSizeOfPayload(payload)).toBe(padded);
  });

  it('hold 127 bytes of every 128', () => {
    for (let exponent = 7; exponent <= 52; exponent += 1) {
      const padded = parsePaddedPieceSize(2 ** exponent);
      const unpadded = unpaddedSizeOf(padded);
      expect(unpadded * 128).toBe(padded * 127);
      expect(paddedSizeOf(parseUnpaddedPieceSize(unpadded))).toBe(padded);
      if (padded <= MAXIMUM_PADDED_PIECE_SIZE) expect(pieceSizeOfPayload(unpadded)).toBe(padded);
    }
    expect(parsePaddedPieceSize(34_359_738_368n)).toBe(32 * GIB);
  });

  it.each([
    ['piece-too-small', () => pieceSizeOfPayload(126)],
    ['piece-too-small', () => pieceSizeOfPayload(0)],
    ['piece-too-large', () => pieceSizeOfPayload(68_182_605_825)],
    ['payload-size', () => pieceSizeOfPayload(-1)],
    ['payload-size', () => pieceSizeOfPayload(127.5)],
    ['payload-size', () => pieceSizeOfPayload(Number.NaN)],
    ['piece-size', () => parsePaddedPieceSize(64)],
    ['piece-size', () => parsePaddedPieceSize(127)],
    ['piece-size', () => parsePaddedPieceSize(0)],
    ['piece-size', () => parsePaddedPieceSize(-128)],
    ['piece-size', () => parsePaddedPieceSize(384)],
    ['piece-size', () => parsePaddedPieceSize(2n ** 53n)],
    ['piece-size', () => parsePaddedPieceSize((1n << 40n) + 1n)],
    ['piece-size', () => parseUnpaddedPieceSize(128)],
    ['piece-size', () => parseUnpaddedPieceSize(381)],
    ['piece-size', () => parseUnpaddedPieceSize(63.5)],
  ])('%s: %s', (code, attempt) => {
    expect(attempt).toThrow(expect.objectContaining({ name: 'DomainError', code }));
  });
});

describe('inner nodes', () => {
  it('are the sha-256 of @noble/hashes, cut to 254 bits', () => {
    let nodes = 0;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (children) => {
        const words = new Int32Array(16);
        for (let word = 0; word < 16; word += 1) words[word] = new DataView(children.buffer).getInt32(word * 4);
        hashNode(words, 0, 8);
        const node = new Uint8Array(32);
        for (let word = 0; word < 8; word += 1) new DataView(node.buffer).setInt32(word * 4, words[8 + word] ?? 0);
        expect(node).toEqual(nodeOf(children.subarray(0, 32), children.subarray(32)));
        nodes += 1;
      }),
      { numRuns: 5000 },
    );
    checked(nodes, 5000, 'random nodes of a tree against @noble/hashes');
  });
});

/** Payload bytes, padded size and piece CID that Lotus 1.5.2 gave (go-fil-commp-hashhash `testdata`). */
const LOTUS_VECTORS: readonly (readonly [filled: number, payload: number, padded: number, cid: string])[] = [
  [0xcc, 127, 128, 'baga6ea4seaqmfldjtozgne6adk7eve2vdxte7vzlivae7nzsbrawobo546zkijq'],
  [0xcc, 192, 256, 'baga6ea4seaqkx7m2s6r4zahtlbwrs5ryvemkclwfp7nijopdd5swpdnxzjf7wkq'],
  [0xcc, 253, 256, 'baga6ea4seaql6ldbyafhiecr36xba5tufreyo4km2ts3lfknhl2zogp3aztxijy'],
  [0xcc, 254, 256, 'baga6ea4seaqkixbzz75uys2pcjbrbdilgjhmum72qm4xphrwav2iyel5oat4aka'],
  [0xcc, 255, 512, 'baga6ea4seaqg7celu5y2iwbi2ra5koygvotxtzr5lj6vzvxi6gfub6mpa6niwpi'],
  [0xcc, 256, 512, 'baga6ea4seaqi7c3dnwkqysqh4lpkz5jaxz2d2f5bvo3ttu2hnfmdewhcoji56na'],
  [0xcc, 384, 512, 'baga6ea4seaqhexlmnzbarsbdbdahs7e36dkq5vkdwsrttehoakrif5wiqme36lq'],
  [0xcc, 507, 512, 'baga6ea4seaqenvh5mcy5cjqwsbubbpczprkk2onwvfjd2743zkqh6ofuzkatwey'],
  [0xcc, 508, 512, 'baga6ea4seaqb6ckbupixkhwp7thgb52f4en222boppajkqk7gaomkpof3lh4cei'],
  [0xcc, 509, 1024, 'baga6ea4seaqdzbeaexq6gpbqh2tlnbz5mm5neap2kejsketkogzd6x2dx7dzkii'],
  [0xcc, 512, 1024, 'baga6ea4seaqojaa522sjqms2wipasjbxnjgytunsgp52tgrfcofj73f7q7ou6hy'],
  [0xcc, 768, 1024, 'baga6ea4seaqb6xvxaybzp6vslujjiwvgt23ckrwt7y53eddy5qmc6csnc37lwpi'],
  [0xcc, 1015, 1024, 'baga6ea4seaqmgiyjcutwgo6glks2mogixs6mb4sbehto6uzienucfx23wbtkica'],
  [0xcc, 1016, 1024, 'baga6ea4seaqjxgfdkdu37aryhg7bqqiwizj5f6ugasftgeocabwnj4cxkgisaoq'],
  [0xcc, 1017, 2048, 'baga6ea4seaqf3n5ob5qonkwnxfcbjzftsagbnrjfzualqvzhcylz46b7sgz6wmi'],
  [0xcc, 1024, 2048, 'baga6ea4seaqdlpnhgsndrgjeu4p46hahlsr4lybg6du4d56ooppdpxhcofxeuoi'],
  [0, 127, 128, 'baga6ea4seaqdomn3tgwgrh3g532zopskstnbrd2n3sxfqbze7rxt7vqn7veigmy'],
  [0, 192, 256, 'baga6ea4seaqgiktap34inmaex4wbs6cghlq5i2j2yd2bb2zndn5ep7ralzphkdy'],
  [0, 509, 1024, 'baga6ea4seaqb66wjlfkrbye6uqoemcyxmqylwmrm235uclwfpsyx3ge2imidoly'],
  [0, 1017, 2048, 'baga6ea4seaqpy7usqklokfx2vxuynmupslkeutzexe2uqurdg5vhtebhxqmpqmy'],
];

/** Test cases of FRC-0069: `payload` counts the zeros at its end. */
const FRC_0069 = [
  {
    groups: [0, 1, 2, 3],
    payload: 508,
    v1: 'baga6ea4seaqes3nobte6ezpp4wqan2age2s5yxcatzotcvobhgcmv5wi2xh5mbi',
    v2: 'bafkzcibcaaces3nobte6ezpp4wqan2age2s5yxcatzotcvobhgcmv5wi2xh5mbi',
  },
  {
    groups: [0],
    payload: 127,
    v1: 'baga6ea4seaqdomn3tgwgrh3g532zopskstnbrd2n3sxfqbze7rxt7vqn7veigmy',
    v2: 'bafkzcibcaabdomn3tgwgrh3g532zopskstnbrd2n3sxfqbze7rxt7vqn7veigmy',
  },
  {
    groups: [0],
    payload: 128,
    v1: 'baga6ea4seaqgiktap34inmaex4wbs6cghlq5i2j2yd2bb2zndn5ep7ralzphkdy',
    v2: 'bafkzcibcpybwiktap34inmaex4wbs6cghlq5i2j2yd2bb2zndn5ep7ralzphkdy',
  },
  {
    groups: [0, 1, 2, 3],
    payload: 1016,
    v1: 'baga6ea4seaqn42av3szurbbscwuu3zjssvfwbpsvbjf6y3tukvlgl2nf5rha6pa',
    v2: 'bafkzcibcaac542av3szurbbscwuu3zjssvfwbpsvbjf6y3tukvlgl2nf5rha6pa',
  },
  {
    groups: [0, 1, 2, 3],
    payload: 512,
    v1: 'baga6ea4seaqn42av3szurbbscwuu3zjssvfwbpsvbjf6y3tukvlgl2nf5rha6pa',
    v2: 'bafkzcibd7abqlxticxolgseegik2stpfgkkuwyf6kufex3doorkvmzpjuxwe4dz4',
  },
  {
    groups: [0, 1, 2, 3],
    payload: 513,
    v1: 'baga6ea4seaqn42av3szurbbscwuu3zjssvfwbpsvbjf6y3tukvlgl2nf5rha6pa',
    v2: 'bafkzcibd64bqlxticxolgseegik2stpfgkkuwyf6kufex3doorkvmzpjuxwe4dz4',
  },
] as const;

describe('commitments of pieces', () => {
  it('are those of Lotus and FRC-0069', () => {
    for (const [filled, payload, padded, cid] of LOTUS_VECTORS) {
      const piece = pieceOf(new Uint8Array(payload).fill(filled));
      expect([piece.paddedSize, piece.pieceCid], `${payload} bytes of ${filled}`).toEqual([padded, cid]);
    }
    for (const { groups, payload, v1, v2 } of FRC_0069) {
      const data = new Uint8Array(payload);
      for (const [index, value] of groups.entries()) data.fill(value, index * 127, (index + 1) * 127);
      const piece = pieceOf(data);
      expect([piece.pieceCid, pieceCidV2Of(piece)]).toEqual([v1, v2]);
    }
    checked(LOTUS_VECTORS.length + FRC_0069.length, 26, 'published commitments of pieces');
  });

  it('of zeros are known for every size', () => {
    for (let exponent = 7; exponent <= 14; exponent += 1) {
      const size = parsePaddedPieceSize(2 ** exponent);
      expect(zeroPieceCommitment(size)).toEqual(pieceOf(new Uint8Array(unpaddedSizeOf(size))).commitment);
    }
    // FRC-0069 and rust-fil-proofs publish those of whole sectors.
    expect(pieceCidOf(zeroPieceCommitment(parsePaddedPieceSize(32 * GIB)))).toBe(
      'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq',
    );
    expect(pieceCidOf(zeroPieceCommitment(parsePaddedPieceSize(64 * GIB)))).toBe(
      'baga6ea4seaqomqafu276g53zko4k23xzh4h4uecjwicbmvhsuqi7o4bhthhm4aq',
    );
    expect(() => zeroPieceCommitment(parsePaddedPieceSize(128 * GIB))).toThrow(expect.objectContaining({ code: 'piece-too-large' }));
  });

  it('are the root of the tree written out bit by bit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 127, maxLength: 20_000, size: 'max' }), (data) => {
        expect(pieceOf(data).commitment).toEqual(plainCommitmentOf(data));
      }),
      { numRuns: 60 },
    );
  });

  it('do not depend on how the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 127, maxLength: 40_000, size: 'max' }),
        fc.array(fc.nat(40_000), { maxLength: 12 }),
        (data, cuts) => {
          const places = [0, ...cuts.filter((cut) => cut < data.length).sort((a, b) => a - b), data.length];
          const parts = places.slice(1).map((end, index) => data.subarray(places[index], end));
          expect(pieceOf(...parts)).toEqual(pieceOf(data));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('change with every bit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 127, maxLength: 9000, size: 'max' }), fc.nat(), fc.nat(7), (data, at, bit) => {
        const before = pieceOf(data).commitment;
        const changed = data.slice();
        changed[at % data.length] = (changed[at % data.length] ?? 0) ^ (1 << bit);
        expect(pieceOf(changed).commitment).not.toEqual(before);
      }),
      { numRuns: 500 },
    );
  });

  it('take what lies in a larger buffer, and nothing of what is written there later', () => {
    const buffer = new Uint8Array(1000).fill(7);
    const hasher = new PieceHasher();
    hasher.update(buffer.subarray(100, 400));
    buffer.fill(8);
    expect(hasher.digest()).toEqual(pieceOf(new Uint8Array(300).fill(7)));
  });

  it('of fewer than 127 bytes are filled up with zeros, and have a version 2 CID that says how few', () => {
    for (const length of [0, 1, 31, 126]) {
      const data = Uint8Array.from({ length }, (_, index) => index + 1);
      const piece = pieceOf(data);
      const filled = new Uint8Array(127);
      filled.set(data);
      expect(piece).toEqual({ ...pieceOf(filled), payloadBytes: length });
      expect(pieceOfCidV2(pieceCidV2Of(piece))).toMatchObject({ payloadBytes: length, paddedSize: 128, commitment: piece.commitment });
    }
  });

  it('are refused above 64 GiB, and end with the digest', () => {
    const hasher = new PieceHasher();
    hasher.update(new Uint8Array(127));
    // Only the length is looked at before the bytes are.
    expect(() => hasher.update({ length: 68_182_605_824 } as Uint8Array)).toThrow(expect.objectContaining({ code: 'piece-too-large' }));
    expect(hasher.digest().payloadBytes).toBe(127);
    expect(hasher.digest().payloadBytes).toBe(127);
    expect(() => hasher.update(new Uint8Array(1))).toThrow('Cannot add data');
  });
});

describe('a stream of bytes', () => {
  it('is read to its end and tells how far it is', async () => {
    const seen: number[] = [];
    const piece = await pieceCommitmentOf(chunks(300, 100, 400), { onProgress: (bytes) => seen.push(bytes) });
    expect(piece).toEqual(pieceOf(new Uint8Array(800).fill(5)));
    expect(seen).toEqual([300, 400, 800]);
  });

  it('may be that of a file', async () => {
    const folder = await temporaryFolder();
    try {
      const data = Uint8Array.from({ length: 300_001 }, (_, index) => (index * index) >> 3);
      const file = join(folder.path, 'piece');
      await writeFile(file, data);
      const piece = await pieceCommitmentOf(createReadStream(file));
      expect(piece).toEqual({ ...pieceOf(data), payloadBytes: 300_001, paddedSize: 524_288 });
      await expect(pieceCommitmentOf(createReadStream(join(folder.path, 'none')))).rejects.toMatchObject({ code: 'ENOENT' });
    } finally {
      await folder.remove();
    }
  });

  it('stops when it is told to, and fails with the stream', async () => {
    const reason = new Error('asked to stop');
    const stopping = new AbortController();
    await expect(pieceCommitmentOf(chunks(300, 100), { signal: stopping.signal, onProgress: () => stopping.abort(reason) })).rejects.toBe(
      reason,
    );
    const failing = async function* () {
      yield new Uint8Array(200);
      throw reason;
    };
    await expect(pieceCommitmentOf(failing())).rejects.toBe(reason);
  });
});

interface TraceCall {
  readonly Msg: { readonly To: string; readonly Method: number | bigint; readonly Params: string };
  readonly MsgRct: { readonly Return: string };
  readonly Subcalls?: readonly TraceCall[] | null;
}

describe('commitments of sectors', () => {
  const MIB = 1024 ** 2;
  /** Sector 139074 of f01392893, as its provider gave it to the tests of go-commp-utils. */
  const PIECES = [
    ['baga6ea4seaqknzm22isnhsxt2s4dnw45kfywmhenngqq3nc7jvecakoca6ksyhy', 256],
    ['baga6ea4seaqnq6o5wuewdpviyoafno4rdpqnokz6ghvg2iyeyfbqxgcwdlj2egi', 1024],
    ['baga6ea4seaqpixk4ifbkzato3huzycj6ty6gllqwanhdpsvxikawyl5bg2h44mq', 512],
    ['baga6ea4seaqaxwe5dy6nt3ko5tngtmzvpqxqikw5mdwfjqgaxfwtzenc6bgzajq', 512],
    ['baga6ea4seaqpy33nbesa4d6ot2ygeuy43y4t7amc4izt52mlotqenwcmn2kyaai', 1024],
    ['baga6ea4seaqphvv4x2s2v7ykgc3ugs2kkltbdeg7icxstklkrgqvv72m2v3i2aa', 256],
    ['baga6ea4seaqf5u55znk6jwhdsrhe37emzhmehiyvjxpsww274f6fiy3h4yctady', 512],
    ['baga6ea4seaqa3qbabsbmvk5er6rhsjzt74beplzgulthamm22jue4zgqcuszofi', 1024],
    ['baga6ea4seaqiekvf623muj6jpxg6vsqaikyw3r4ob5u7363z7zcaixqvfqsc2ji', 256],
    ['baga6ea4seaqhsewv65z2d4m5o4vo65vl5o6z4bcegdvgnusvlt7rao44gro36pi', 512],
  ] as const;
  const pieces = PIECES.map(([cid, mib]) => ({
    commitment: commitmentOfPieceCid(parseCid(cid)),
    paddedSize: parsePaddedPieceSize(mib * MIB),
  }));

  it('are those of real sectors', () => {
    expect(pieceCidOf(dataCommitmentOf(pieces, 32 * GIB))).toBe('baga6ea4seaqiw3gbmstmexb7sqwkc5r23o3i7zcyx5kr76pfobpykes3af62kca');
    expect(dataCommitmentOf([], 32 * GIB)).toEqual(zeroPieceCommitment(parsePaddedPieceSize(32 * GIB)));
  });

  it('are those of the sector’s bytes: each piece at a multiple of its size, zeros elsewhere', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat()), { maxLength: 12 }), (shapes) => {
        const sector: Uint8Array[] = [];
        let used = 0;
        const placed = shapes.flatMap(([exponent, seed]) => {
          const size = unpaddedSizeOf(parsePaddedPieceSize(128 * 2 ** exponent));
          const start = Math.ceil(used / size) * size;
          if (start + size > 127 * 256) return [];
          const data = Uint8Array.from({ length: size }, (_, index) => (index * (seed % 251)) ^ seed);
          sector.push(new Uint8Array(start - used), data);
          used = start + size;
          return [pieceOf(data)];
        });
        const whole = pieceOf(...sector, new Uint8Array(127 * 256 - used));
        expect(dataCommitmentOf(placed, 128 * 256)).toEqual(whole.commitment);
      }),
      { numRuns: 200 },
    );
  });

  it('are those whose seals mainnet verified, from the pieces it activated', () => {
    const calls: TraceCall[] = [];
    const collect = (call: TraceCall) => {
      calls.push(call);
      for (const inner of call.Subcalls ?? []) collect(inner);
    };
    const { Trace } = readSharedJson<{ Trace: { ExecutionTrace: TraceCall | null }[] }>('chain/traces/mainnet-2907480.json.gz');
    for (const { ExecutionTrace } of Trace) if (ExecutionTrace) collect(ExecutionTrace);
    const callsOf = (to: string, method: number) => calls.filter(({ Msg }) => Msg.To === to && Msg.Method === method);

    // ActivateDeals: ids in, pieces with DataCap out; an empty number says that there is no other data.
    const piecesOfDeals = new Map<string, PieceInfo[]>();
    for (const { Msg, MsgRct } of callsOf('f05', 6)) {
      const [ids] = readCbor(base64ToBytes(Msg.Params)) as [number[], number];
      const [otherSpace, verified] = readCbor(base64ToBytes(MsgRct.Return)) as [Uint8Array, [number, number, unknown, number][]];
      if (otherSpace.length > 0) continue;
      const pieces = verified.map(([, , cid, size]) => ({
        commitment: commitmentOfPieceCid(parseCid(String(cid))),
        paddedSize: parsePaddedPieceSize(size),
      }));
      piecesOfDeals.set(ids.join(), pieces);
    }
    // SubmitPoRepForBulkVerify: the proof type, the deals, and last the commitment that was proved.
    let empty = 0;
    let full = 0;
    for (const { Msg } of callsOf('f04', 8)) {
      const info = readCbor(base64ToBytes(Msg.Params)) as readonly unknown[];
      const ids = info[2] as number[];
      const pieces = ids.length === 0 ? [] : piecesOfDeals.get(ids.join());
      if (pieces === undefined) continue;
      const sectorSize = sealProofType(info[0] as number)?.sectorSizeBytes ?? Number.NaN;
      expect(pieceCidOf(dataCommitmentOf(pieces, sectorSize)), `deals ${ids}`).toBe(String(info[7]));
      if (ids.length === 0) empty += 1;
      else full += 1;
    }
    checked(empty, 5, 'sealed sectors of mainnet without data');
    checked(full, 24, 'sealed sectors of mainnet with the pieces of their deals');
  });

  it('are refused when the pieces do not fit', () => {
    const code = (attempt: () => unknown, expected: string) => expect(attempt).toThrow(expect.objectContaining({ code: expected }));
    code(() => dataCommitmentOf(pieces, 4 * GIB), 'pieces-exceed-sector');
    code(() => dataCommitmentOf([...pieces, ...pieces], 8 * GIB), 'pieces-exceed-sector');
    code(() => dataCommitmentOf(pieces, 32 * GIB + 1), 'piece-size');
    const largest = { commitment: new Uint8Array(32), paddedSize: MAXIMUM_PADDED_PIECE_SIZE };
    code(() => dataCommitmentOf([largest, largest, largest, largest], 256 * GIB), 'piece-too-large');
    code(() => dataCommitmentOf([{ ...largest, commitment: new Uint8Array(31) }], 64 * GIB), 'commitment-length');
  });

  it('have no CID where they are no commitment, or where the data does not fit', () => {
    const code = (attempt: () => unknown, expected: string) => expect(attempt).toThrow(expect.objectContaining({ code: expected }));
    const piece = { commitment: new Uint8Array(32), paddedSize: parsePaddedPieceSize(128), payloadBytes: 127 };
    expect(pieceOfCidV2(pieceCidV2Of(piece))).toEqual(piece);
    code(() => pieceCidOf(new Uint8Array(33)), 'commitment-length');
    code(() => pieceCidV2Of({ ...piece, commitment: new Uint8Array(31) }), 'commitment-length');
    for (const payloadBytes of [128, -1, 0.5]) code(() => pieceCidV2Of({ ...piece, payloadBytes }), 'payload-size');
  });
});

describe('CIDs of pieces', () => {
  it('of version 2 hold the size and the padding', () => {
    for (const { payload, v1, v2 } of FRC_0069) {
      const piece = pieceOfCidV2(parseCid(v2));
      expect([piece.payloadBytes, pieceCidOf(piece.commitment), pieceCidV2Of(piece)]).toEqual([payload, v1, v2]);
    }
    const sectors = [
      [32 * GIB, 'bafkzcibcaapao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq'],
      [64 * GIB, 'bafkzcibcaap6mqafu276g53zko4k23xzh4h4uecjwicbmvhsuqi7o4bhthhm4aq'],
    ] as const;
    for (const [bytes, v2] of sectors) {
      const paddedSize = parsePaddedPieceSize(bytes);
      expect(pieceOfCidV2(parseCid(v2))).toEqual({
        paddedSize,
        payloadBytes: unpaddedSizeOf(paddedSize),
        commitment: zeroPieceCommitment(paddedSize),
      });
    }
    const empty = pieceOfCidV2(parseCid('bafkzcibcp4bdomn3tgwgrh3g532zopskstnbrd2n3sxfqbze7rxt7vqn7veigmy'));
    expect([empty.payloadBytes, empty.paddedSize]).toEqual([0, 128]);
    checked(FRC_0069.length + sectors.length + 1, 9, 'CIDs of FRC-0069');
  });

  it('come back as they were', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.integer({ min: 127, max: 68_182_605_824 }),
        (commitment, payloadBytes) => {
          const piece = { commitment, payloadBytes, paddedSize: pieceSizeOfPayload(payloadBytes) };
          expect(commitmentOfPieceCid(pieceCidOf(commitment))).toEqual(commitment);
          expect(pieceOfCidV2(pieceCidV2Of(piece))).toEqual(piece);
        },
      ),
    );
  });

  it('of version 2 name another piece or none when a byte of them changes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.integer({ min: 127, max: 68_182_605_824 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (commitment, payloadBytes, at, change) => {
          const piece = { commitment, payloadBytes, paddedSize: pieceSizeOfPayload(payloadBytes) };
          const bytes = cidToBytes(pieceCidV2Of(piece)).slice();
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ change;
          let other: unknown;
          try {
            other = pieceOfCidV2(cidFromBytes(bytes));
          } catch (error) {
            other = (error as DomainError).code;
            expect(['cid', 'piece-cid-v2']).toContain(other);
          }
          expect(other).not.toEqual(piece);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('of anything else are refused', () => {
    const sealed = parseCid('bagboea4b5abca263erux6oyxjidbjq57j4rcgriaogj3zl3dkaw5zmzd5yxzdv5e');
    const message = parseCid('bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2');
    const empty = parseCid('bafkqaaa');
    const v2 = parseCid(FRC_0069[0].v2);
    for (const cid of [sealed, message, empty, v2]) {
      expect(() => commitmentOfPieceCid(cid), cid).toThrow(expect.objectContaining({ code: 'piece-cid' }));
    }
    const commitment = zeroPieceCommitment(parsePaddedPieceSize(128));
    const paddedSize = parsePaddedPieceSize(1024);
    const tooMuchPadding = pieceCidV2Of({ commitment, paddedSize, payloadBytes: 508 });
    const tooHigh = cidFromParts(0x55, 0x1011, Uint8Array.from([0, 255, ...commitment]));
    const morePaddingThanPiece = cidFromParts(0x55, 0x1011, Uint8Array.from([0x80, 0x01, 2, ...commitment]));
    const longPadding = cidFromParts(0x55, 0x1011, Uint8Array.from([0x81, 0x00, 2, ...commitment]));
    const long = cidFromParts(0x55, 0x1011, Uint8Array.from([0, 2, ...commitment, 0]));
    for (const cid of [
      sealed,
      message,
      empty,
      parseCid(FRC_0069[0].v1),
      longPadding,
      long,
      tooMuchPadding,
      tooHigh,
      morePaddingThanPiece,
    ]) {
      expect(() => pieceOfCidV2(cid), cid).toThrow(expect.objectContaining({ code: 'piece-cid-v2' }));
    }
  });
});

describe('pieces of the shared data', () => {
  interface Proposed {
    readonly Proposal: { readonly PieceCID: { readonly '/': string }; readonly PieceSize: number };
  }

  it('have valid sizes and CIDs', () => {
    const published = readSharedJson<{ deals: Proposed[] }[]>('deals/published-storage-deals.json.gz').flatMap(({ deals }) => deals);
    const genesis = Object.values(readSharedJson<Record<string, Proposed>>('deals/StateMarketDeals-mainnet-genesis.json.gz'));
    const offered = readSharedJson<{ deals: { record: Proposed }[] }>('deals/miner-deals-2020.json').deals.map(({ record }) => record);
    const claims = readSharedJson<{ decoded: { 'piece-cid': string; 'piece-size': number }[] }>(
      'chain/actor-events-mainnet-4622129.json.gz',
    );
    const claimed = claims.decoded.map((claim) => ({
      Proposal: { PieceCID: { '/': claim['piece-cid'] }, PieceSize: claim['piece-size'] },
    }));
    const all = [...published, ...genesis, ...offered, ...claimed];
    for (const { Proposal } of all) {
      const cid = parseCid(Proposal.PieceCID['/']);
      expect(pieceCidOf(commitmentOfPieceCid(cid))).toBe(cid);
      const paddedSize = parsePaddedPieceSize(Proposal.PieceSize);
      expect(paddedSize).toBeLessThanOrEqual(MAXIMUM_PADDED_PIECE_SIZE);
      // Every byte of a deal counts towards its piece: nothing of it is padding as far as the chain knows.
      const piece = { commitment: commitmentOfPieceCid(cid), paddedSize, payloadBytes: unpaddedSizeOf(paddedSize) };
      expect(pieceOfCidV2(pieceCidV2Of(piece))).toEqual(piece);
    }
    // The deals of the genesis block hold nothing but zeros, one whole sector each.
    for (const { Proposal } of genesis) {
      expect(Proposal.PieceCID['/']).toBe(pieceCidOf(zeroPieceCommitment(parsePaddedPieceSize(Proposal.PieceSize))));
    }
    checked(published.length, 242, 'published proposals with a piece');
    checked(genesis.length, 2304, 'genesis deals whose piece is the zero commitment');
    checked(offered.length, 3, 'offered deals with a piece');
    checked(claimed.length, 168, 'claimed pieces');
  });
});

function pieceOf(...parts: readonly Uint8Array[]) {
  const hasher = new PieceHasher();
  for (const part of parts) hasher.update(part);
  return hasher.digest();
}

async function* chunks(...lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const length of lengths) yield new Uint8Array(length).fill(5);
}

function nodeOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  const node = sha256(concatBytes(left, right));
  node[31] = (node[31] ?? 0) & 0x3f;
  return node;
}

/** The definition, word for word: bits in a row, two zeros after every 254, a tree over 32-byte leaves of whole data and zeros. */
function plainCommitmentOf(data: Uint8Array): Uint8Array {
  const leaves = Array.from({ length: pieceSizeOfPayload(data.length) / 32 }, (_, leaf) => {
    const bytes = new Uint8Array(32);
    for (let bit = 0; bit < 254; bit += 1) {
      const from = leaf * 254 + bit;
      const value = ((data[from >> 3] ?? 0) >> (from & 7)) & 1;
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (value << (bit & 7));
    }
    return bytes;
  });
  const rootOf = (nodes: readonly Uint8Array[]): Uint8Array => {
    const [only] = nodes;
    if (nodes.length === 1 && only !== undefined) return only;
    const half = nodes.length / 2;
    return nodeOf(rootOf(nodes.slice(0, half)), rootOf(nodes.slice(half)));
  };
  return rootOf(leaves);
}
