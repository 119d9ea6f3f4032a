import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { decodeParams, decodeReturn } from '../../../../../shared/domain/methods/method-decode.ts';
import { decodedToJson, encodeParams } from '../../../../../shared/domain/methods/method-json.ts';

const PROPOSAL = {
  PieceCID: { '/': 'baga6ea4seaqb6cvukj7mwdvxwhosr2hnssrahyohybyqvpheqlogckdhfj2fsli' },
  PieceSize: 131072,
  VerifiedDeal: false,
  Client: 'f01000',
  Provider: 'f01001',
  Label: 'a label',
  StartEpoch: 1,
  EndEpoch: 2,
  StoragePricePerEpoch: '3',
  ProviderCollateral: '4',
  ClientCollateral: '5',
};
const DEAL = { Proposal: PROPOSAL, ClientSignature: { Type: 1, Data: 'AQI=' } };

describe('parameters from JSON', () => {
  it('say by the path which field is wrong, and what it should be', () => {
    const wrongs: readonly (readonly [type: Parameters<typeof encodeParams>[0], method: bigint, json: unknown, message: RegExp])[] = [
      [
        'storagemarket',
        4n,
        { Deals: [DEAL, DEAL, DEAL, { ...DEAL, Proposal: { ...PROPOSAL, Client: 'f0x' } }] },
        /^Deals\[3\]\.Proposal\.Client: /,
      ],
      [
        'storagemarket',
        4n,
        { Deals: [{ ...DEAL, Proposal: { ...PROPOSAL, Label: 7 } }] },
        /^Deals\[0\]\.Proposal\.Label: expected text\.$/,
      ],
      ['storagemarket', 4n, { Deals: [{ ...DEAL, ClientSignature: 'AQI=' }] }, /^Deals\[0\]\.ClientSignature: expected a signature/],
      ['storagemarket', 4n, { Deals: [{ ...DEAL, ClientSignature: { Type: 256, Data: null } }] }, /^Deals\[0\]\.ClientSignature\.Type: /],
      ['storagemarket', 4n, { Deals: {} }, /^Deals: expected a list\.$/],
      ['storagemarket', 4n, [], /^Parameters: expected an object with the fields Deals\.$/],
      ['storageminer', 16n, {}, /^AmountRequested: missing field\.$/],
      ['storageminer', 16n, { AmountRequested: 5 }, /^AmountRequested: expected an integer in quotes/],
      ['storageminer', 16n, { AmountRequested: '1.5' }, /^AmountRequested: /],
      ['storageminer', 16n, { AmountRequested: '1', Amount: '1' }, /^Amount: unknown field\.$/],
      ['storageminer', 16n, { AmountRequested: '1', amountrequested: '2' }, /^amountrequested: duplicate field\.$/],
      ['storageminer', 24n, { Deadline: -1, PoStIndex: 0 }, /^Deadline: expected an integer from 0 to 18446744073709551615\.$/],
      ['storageminer', 24n, { Deadline: 2 ** 53, PoStIndex: 0 }, /^Deadline: /],
      ['storageminer', 19n, { Deadline: 1, Partitions: 'f0' }, /^Partitions: expected a list of run lengths/],
      ['storageminer', 19n, { Deadline: 1, Partitions: [1, 0, 5] }, /^Partitions: /],
      ['storageminer', 4n, { NewID: 'not base64!' }, /^NewID: /],
      ['storageminer', 22n, { Amount: 1 }, /^Parameters: this method has no parameters\.$/],
      ['storageminer', 23n, 7, /^NewOwner: expected an address, as text\.$/],
      ['multisig', 5n, { Signer: 'f01', Increase: 'yes' }, /^Increase: expected true or false\.$/],
      ['init', 2n, { CodeCID: 'bafk', ConstructorParams: null }, /^CodeCID: /],
      ['eam', 3n, { Initcode: '', Salt: 'AA==' }, /^Salt: expected a list of 32 numbers from 0 to 255\.$/],
    ];
    for (const [type, method, json, message] of wrongs) {
      expect(() => encodeParams(type, method, json), String(message)).toThrow(
        expect.objectContaining({ code: 'params-json', message: expect.stringMatching(message) }),
      );
    }
    expect(() => encodeParams('account', 99n, {})).toThrow(expect.objectContaining({ code: 'method-unknown' }));
    expect(() => encodeParams(undefined, 2280458852n, {})).toThrow(expect.objectContaining({ code: 'method-unknown' }));
  });

  it('are tolerant where Go is, and exact beyond 2^53', () => {
    expect(encodeParams('storageminer', 22n, {})).toEqual(new Uint8Array());
    expect(encodeParams('storageminer', 22n, undefined)).toEqual(new Uint8Array());
    expect(bytesToHex(encodeParams('storageminer', 24n, { deadline: 18446744073709551615n, PoStIndex: 0 }))).toBe('821bffffffffffffffff00');
    expect(bytesToHex(encodeParams('storageminer', 9n, { Terminations: null }))).toBe('8180');
    expect(bytesToHex(encodeParams('storageminer', 19n, { Deadline: 1, Partitions: [0] }))).toBe('820140');
    const large = decodeParams('storageminer', 24n, encodeParams('storageminer', 24n, { Deadline: 1n << 60n, PoStIndex: 1 }));
    expect(decodedToJson(large, 'f')).toEqual({ Deadline: 1n << 60n, PoStIndex: 1 });
  });

  it('are of the form that a network version has', () => {
    const old = encodeParams('verifiedregistry', 9n, { Sectors: null, AllOrNothing: true }, 20);
    expect(bytesToHex(old)).toBe('8280f5');
    const withoutStart = { Signers: ['t01000'], NumApprovalsThreshold: 1, UnlockDuration: 0 };
    expect(bytesToHex(encodeParams('multisig', 1n, withoutStart, 0))).toBe('838143 00e807 01 00'.replaceAll(' ', ''));
    expect(() => encodeParams('multisig', 1n, withoutStart)).toThrow(expect.objectContaining({ message: 'StartEpoch: missing field.' }));
  });
});

describe('JSON of parameters', () => {
  it('has the letter of the network and what Lotus writes for what is empty', () => {
    const params = { To: 'f01000', Value: '0', Method: 0, Params: null };
    expect(decodedToJson(decodeParams('multisig', 2n, encodeParams('multisig', 2n, params)), 't')).toEqual({ ...params, To: 't01000' });
    expect(decodedToJson(decodeParams('storageminer', 22n, new Uint8Array()), 'f')).toEqual({});
    expect(decodedToJson(decodeParams(undefined, 5n, Uint8Array.of(0x80)), 'f')).toBe('gA==');
  });

  it('has bytes of a fixed length as numbers where Go has an array, and as base64 where it has a slice', () => {
    const creator = Array.from({ length: 20 }, (_, index) => index);
    const params = { Creator: creator, Initcode: '/w==' };
    expect(decodedToJson(decodeParams('evm', 1n, encodeParams('evm', 1n, params)), 'f')).toEqual(params);
    const hash = hexToBytes('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    expect(decodedToJson(decodeReturn('evm', 4n, encodeCbor(hash)), 'f')).toBe('xdJGAYb3IzySfn2y3McDwOUAtlPKgic7e/rYBF2FpHA=');
  });

  it('keeps a label of bytes, which Lotus drops', () => {
    const deals = { Deals: [{ ...DEAL, Proposal: { ...PROPOSAL, Label: { '/': { bytes: '_w'.replace('_', '/') } } } }] };
    const bytes = encodeParams('storagemarket', 4n, deals);
    expect(decodedToJson(decodeParams('storagemarket', 4n, bytes), 'f')).toEqual(deals);
    const wrong = { Deals: [{ ...DEAL, Proposal: { ...PROPOSAL, Label: { bytes: '' } } }] };
    expect(() => encodeParams('storagemarket', 4n, wrong)).toThrow(expect.objectContaining({ code: 'params-json' }));
  });
});
