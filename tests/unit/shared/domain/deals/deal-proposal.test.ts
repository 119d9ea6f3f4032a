import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFromBytes, idAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import {
  type ClientDealProposal,
  type DealLabel,
  type DealProposal,
  dealLabelFromText,
  dealLabelText,
  decodeDealProposal,
  decodePublishStorageDealsParams,
  encodeDealProposal,
  encodePublishStorageDealsParams,
  MAX_DEAL_LABEL_BYTES,
  pendingProposalCid,
  proposalCid,
  verifyClientSignature,
} from '../../../../../shared/domain/deals/deal-proposal.ts';
import {
  base64ToBytes,
  bytesToBase64,
  bytesToHex,
  concatBytes,
  equalBytes,
  hexToBytes,
} from '../../../../../shared/domain/encoding/bytes.ts';
import { cidFromLink, cidFromParts, cidParts } from '../../../../../shared/domain/encoding/cid.ts';
import { type Signature, signatureTypeFromNumber } from '../../../../../shared/domain/signatures/signature.ts';
import { changeEveryByte } from '../../../../builders/change-every-byte.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

interface ProposalJson {
  PieceCID: unknown;
  PieceSize: number | bigint;
  VerifiedDeal: boolean;
  Client: string;
  Provider: string;
  Label: string;
  StartEpoch: number;
  EndEpoch: number;
  StoragePricePerEpoch: string;
  ProviderCollateral: string;
  ClientCollateral: string;
}
interface SignatureJson {
  Type: number;
  Data: string;
}
interface PublishedDeal {
  labelIsInvalidUtf8: boolean;
  Proposal: ProposalJson;
  ClientSignature: SignatureJson;
  ProposalCid: unknown;
  pendingProposalCid: unknown;
  proposalCbor: string;
}

/** A proposal as nodes answer it. A label of bytes is empty there, one that is no UTF-8 has lost bytes: `label` says what it was. */
function proposalOf(json: ProposalJson, label: DealLabel = dealLabelFromText(json.Label)): DealProposal {
  return {
    pieceCid: cidFromLink(json.PieceCID),
    pieceSize: BigInt(json.PieceSize),
    verifiedDeal: json.VerifiedDeal,
    client: parseAddress(json.Client),
    provider: parseAddress(json.Provider),
    label,
    startEpoch: json.StartEpoch,
    endEpoch: json.EndEpoch,
    storagePricePerEpoch: attoFil(json.StoragePricePerEpoch),
    providerCollateral: attoFil(json.ProviderCollateral),
    clientCollateral: attoFil(json.ClientCollateral),
  };
}

function signatureOf({ Type, Data }: SignatureJson): Signature {
  return { type: signatureTypeFromNumber(Type), data: base64ToBytes(Data) };
}

describe('deals published on mainnet', () => {
  const messages = readSharedJson<{ msgCid: string; deals: PublishedDeal[] }[]>('deals/published-storage-deals.json.gz');
  const deals = messages.flatMap((message) => message.deals);

  it('have the bytes and both CIDs of the chain, also where the label is no UTF-8', () => {
    for (const deal of deals) {
      const bytes = base64ToBytes(deal.proposalCbor);
      const proposal = decodeDealProposal(bytes);
      expect(bytesToBase64(encodeDealProposal(proposal))).toBe(deal.proposalCbor);
      expect(proposal).toEqual(proposalOf(deal.Proposal, proposal.label));
      expect(equalBytes(dealLabelFromText(deal.Proposal.Label).bytes, proposal.label.bytes)).toBe(!deal.labelIsInvalidUtf8);
      expect(dealLabelText(proposal.label)).toBe(deal.Proposal.Label);
      expect(pendingProposalCid(proposal)).toBe(cidFromLink(deal.pendingProposalCid));
      expect(proposalCid({ proposal, clientSignature: signatureOf(deal.ClientSignature) })).toBe(cidFromLink(deal.ProposalCid));
    }
    checked(deals.length, 242, 'published proposals with their bytes and both CIDs');
    checked(deals.filter((deal) => deal.labelIsInvalidUtf8).length, 12, 'of them with a label that is no UTF-8');
  });

  it('are what the parameters of their messages say', () => {
    const params = new Map<string, string>();
    for (const { msgCid, msg } of readSharedJson<{ msgCid: string; msg: { Params: string } }[]>('chain/mainnet-messages-2020.json.gz'))
      params.set(msgCid, msg.Params);
    for (const file of listSharedFiles('chain/messages')) {
      const { Trace } = readSharedJson<{ Trace: { MsgCid: unknown; Msg: { Params: string } }[] }>(`chain/messages/${file}`);
      for (const { MsgCid, Msg } of Trace) params.set(cidFromLink(MsgCid), Msg.Params);
    }
    for (const { msgCid, deals: published } of messages) {
      const bytes = base64ToBytes(params.get(msgCid) ?? '');
      const read = decodePublishStorageDealsParams(bytes);
      expect(read.map(proposalCid)).toEqual(published.map(({ ProposalCid }) => cidFromLink(ProposalCid)));
      expect(bytesToHex(encodePublishStorageDealsParams(read))).toBe(bytesToHex(bytes));
    }
    checked(messages.length, 38, 'PublishStorageDeals messages written again as the same parameters');
  });

  it('are signed by their clients', () => {
    const signatures = { bls: 0, secp256k1: 0, delegated: 0 };
    for (const deal of deals) {
      const signed = { proposal: decodeDealProposal(base64ToBytes(deal.proposalCbor)), clientSignature: signatureOf(deal.ClientSignature) };
      expect(verifyClientSignature(signed)).toBe(true);
      signatures[signed.clientSignature.type] += 1;
    }
    checked(signatures.secp256k1, 239, 'signatures of clients with secp256k1 keys');
    checked(signatures.bls, 3, 'signatures of clients with BLS keys');
  });

  it('are not signed when anything in them is changed', () => {
    const [bls, secp256k1] = ['f3', 'f1'].map((prefix) => deals.find(({ Proposal }) => Proposal.Client.startsWith(prefix)));
    for (const deal of [bls, secp256k1]) {
      if (deal === undefined) throw new Error('both kinds of clients are in the data');
      const signed: ClientDealProposal = {
        proposal: decodeDealProposal(base64ToBytes(deal.proposalCbor)),
        clientSignature: signatureOf(deal.ClientSignature),
      };
      const { proposal, clientSignature } = signed;
      expect(verifyClientSignature(signed)).toBe(true);
      expect(verifyClientSignature({ ...signed, proposal: { ...proposal, client: idAddress(1000) } })).toBe(false);
      expect(verifyClientSignature({ ...signed, proposal: { ...proposal, client: idAddress(1000) } }, proposal.client)).toBe(false);
      expect(verifyClientSignature({ ...signed, proposal: { ...proposal, endEpoch: proposal.endEpoch + 1 } })).toBe(false);
      expect(verifyClientSignature({ proposal, clientSignature: { ...clientSignature, data: clientSignature.data.slice(1) } })).toBe(false);
      expect(verifyClientSignature({ proposal, clientSignature: { ...clientSignature, type: 'delegated' } })).toBe(false);
      expect(proposalCid({ proposal, clientSignature: { ...clientSignature, type: 'delegated' } })).not.toBe(proposalCid(signed));
    }
  });
});

describe('deals of 2020 as a deal filter saw them', () => {
  it('have their bytes and CID and are signed', () => {
    const { deals } = readSharedJson<{
      deals: { record: { Proposal: ProposalJson; ClientSignature: SignatureJson; ProposalCid: unknown }; proposalCborHex: string }[];
    }>('deals/miner-deals-2020.json');
    for (const { record, proposalCborHex } of deals) {
      const signed = { proposal: proposalOf(record.Proposal), clientSignature: signatureOf(record.ClientSignature) };
      expect(bytesToHex(encodeDealProposal(signed.proposal))).toBe(proposalCborHex);
      expect(decodeDealProposal(hexToBytes(proposalCborHex))).toEqual(signed.proposal);
      expect(proposalCid(signed)).toBe(cidFromLink(record.ProposalCid));
      expect(verifyClientSignature(signed)).toBe(true);
    }
    checked(deals.length, 3, 'deals of 2020 with CID and signature');
  });
});

describe('deals of the genesis of mainnet', () => {
  it('survive bytes, in the form in which nodes answer them', () => {
    const deals = Object.values(
      readSharedJson<Record<string, { Proposal: ProposalJson }>>('deals/StateMarketDeals-mainnet-genesis.json.gz'),
    );
    const seen = new Set<string>();
    for (const { Proposal } of deals) {
      const proposal = proposalOf(Proposal);
      expect(decodeDealProposal(encodeDealProposal(proposal))).toEqual(proposal);
      expect(dealLabelText(proposal.label)).toBe(Proposal.Label);
      seen.add(pendingProposalCid(proposal));
    }
    expect(seen.size).toBe(deals.length);
    checked(deals.length, 2304, 'proposals of genesis written and read again');
  });

  it('know the ids of a client of 2020', () => {
    const { miners } = readSharedJson<{ miners: { deals: { proposalCid: string; dataCid: string }[] }[] }>(
      'deals/client-deal-ids-2020.json',
    );
    const cids = miners.flatMap(({ deals }) => deals.map((deal) => deal.proposalCid));
    for (const cid of cids) expect(cidParts(cidFromLink({ '/': cid }))).toMatchObject({ version: 1, codec: 0x71, hash: 0x12 });
    checked(cids.length, 11, 'ProposalCids of 2020: dag-cbor, sha2-256');
  });
});

describe('any proposal', () => {
  const amount = fc.bigInt(0n, 2n ** 90n).map(attoFil);
  const epoch = fc.integer({ min: -1, max: 2 ** 40 });
  const proposal: fc.Arbitrary<DealProposal> = fc.record({
    pieceCid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((digest) => cidFromParts(0xf101, 0x1012, digest)),
    pieceSize: fc.bigInt(0n, 2n ** 64n - 1n),
    verifiedDeal: fc.boolean(),
    client: fc.uint8Array({ minLength: 48, maxLength: 48 }).map((key) => addressFromBytes(concatBytes(Uint8Array.of(3), key))),
    provider: fc.bigInt(0n, 2n ** 63n - 1n).map(idAddress),
    label: fc.record({ isText: fc.boolean(), bytes: fc.uint8Array({ maxLength: 20 }) }),
    startEpoch: epoch,
    endEpoch: epoch,
    storagePricePerEpoch: amount,
    providerCollateral: amount,
    clientCollateral: amount,
  });

  it('survives its bytes', () => {
    fc.assert(
      fc.property(proposal, (sample) => {
        const bytes = encodeDealProposal(sample);
        expect(decodeDealProposal(bytes)).toEqual(sample);
        expect(bytesToHex(encodeDealProposal(decodeDealProposal(bytes)))).toBe(bytesToHex(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('is another one when a byte is changed, or none', () => {
    fc.assert(
      fc.property(proposal, (sample) => {
        changeEveryByte(encodeDealProposal(sample), (copy) => encodeDealProposal(decodeDealProposal(copy)), [1, 2, 4, 8, 16, 32, 64, 128]);
      }),
      { numRuns: 10 },
    );
  });

  it('tells a label of text from one of bytes', () => {
    fc.assert(
      fc.property(proposal, (sample) => {
        const other = { ...sample, label: { ...sample.label, isText: !sample.label.isText } };
        expect(pendingProposalCid(other)).not.toBe(pendingProposalCid(sample));
        expect(dealLabelText(sample.label) === undefined).toBe(!sample.label.isText);
      }),
      { numRuns: 50 },
    );
    expect(MAX_DEAL_LABEL_BYTES).toBe(256);
  });

  const fields = ['d82a450001550000', '00', 'f4', '420064', '4300e807', '60', '00', '00', '40', '40', '40'];
  const withField = (index: number, hex: string) => hexToBytes(`8b${fields.map((field, at) => (at === index ? hex : field)).join('')}`);

  it('has every field at its least', () => {
    expect(decodeDealProposal(withField(5, '60'))).toMatchObject({ pieceCid: 'bafkqaaa', client: 'f0100', provider: 'f01000' });
    expect(decodeDealProposal(withField(5, '41ff')).label).toEqual({ isText: false, bytes: Uint8Array.of(0xff) });
    expect(decodeDealProposal(withField(6, '20')).startEpoch).toBe(-1);
  });

  it.each([
    ['null for the piece', 0, 'f6', 'deal-proposal'],
    ['a piece that is no CID', 0, 'd82a420000', 'cid'],
    ['a negative size', 1, '20', 'deal-proposal'],
    ['a number for true', 2, '01', 'deal-proposal'],
    ['a client of another kind', 3, '4105', 'address-protocol'],
    ['a number for the label', 5, '01', 'deal-proposal'],
    ['null for the label', 5, 'f6', 'deal-proposal'],
    ['an epoch beyond 2^53', 6, '1b0020000000000000', 'deal-proposal'],
    ['a negative price', 8, '420101', 'deal-proposal'],
    ['a field too many', 10, '4040', 'cbor'],
    ['a field too few', 10, '', 'cbor'],
  ])('is refused with %s', (_name, index, hex, code) => {
    expect(codeOf(() => decodeDealProposal(withField(index, hex)))).toBe(code);
  });

  it.each([
    ['nothing', '', 'cbor'],
    ['a bare list', '80', 'deal-proposal'],
    ['a deal without signature', '81818180', 'deal-proposal'],
    ['bytes after it', '818000', 'cbor'],
  ])('parameters are refused: %s', (_name, hex, code) => {
    expect(codeOf(() => decodePublishStorageDealsParams(hexToBytes(hex)))).toBe(code);
  });
});
