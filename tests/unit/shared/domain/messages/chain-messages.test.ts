import { describe, expect, it } from 'vitest';
import { addressToBytes, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { cidFromEthHash, ethHashFromCid, tipsetKeyCid } from '../../../../../shared/domain/chain/tipset.ts';
import { base64ToBytes, bytesToHex, concatBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { CborWriter, encodeBigIntBytes, encodeCbor, readCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { type Cid, cidFromLink, cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { decodeMessage, encodeMessage, messageCid } from '../../../../../shared/domain/messages/message.ts';
import { parseNodeMessage } from '../../../../../shared/validation/node/message.ts';
import { parseNodeTipset } from '../../../../../shared/validation/node/tipset.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

const CBOR_CODECS: readonly (number | undefined)[] = [0x51, 0x71];

interface Execution {
  Msg: { Params: string | null; ParamsCodec?: number };
  MsgRct: { Return: string | null; ReturnCodec?: number };
  Subcalls: Execution[] | null;
}
interface Traced {
  MsgCid: unknown;
  Msg: { CID: unknown; From: string };
  ExecutionTrace?: Execution;
}

function tracesIn(folder: string): { readonly file: string; readonly traced: readonly Traced[] }[] {
  return listSharedFiles(folder).map((file) => ({ file, traced: readSharedJson<{ Trace: Traced[] }>(`${folder}/${file}`).Trace }));
}

describe('traced messages of mainnet and the calibration network', () => {
  const sets = [...tracesIn('chain/messages'), ...tracesIn('chain/traces')];

  it('have the CID of their bytes', () => {
    let known = 0;
    for (const { traced } of sets) {
      for (const { MsgCid, Msg } of traced) {
        const message = parseNodeMessage(Msg);
        expect(messageCid(message)).toBe(cidFromLink(Msg.CID));
        expect(decodeMessage(encodeMessage(message))).toEqual(message);
        // On chain, a message signed by a secp256k1 or an Ethereum key is known by the CID of what was signed.
        const isKnownByItself = cidFromLink(MsgCid) === cidFromLink(Msg.CID);
        expect(isKnownByItself).toBe(!/^f(1|4)/.test(message.from));
        if (isKnownByItself) known += 1;
      }
    }
    const counts = sets.map(({ traced }) => traced.length);
    checked(
      counts.slice(0, 14).reduce((sum, count) => sum + count, 0),
      463,
      'executed messages with their CID',
    );
    checked(
      counts.reduce((sum, count) => sum + count, 0),
      638,
      'traced messages of both sets with their CID',
    );
    checked(known, 550, 'of them known by the CID of the unsigned message');
  });

  it('call with parameters that are CBOR where they say so, and nothing of it breaks', () => {
    let calls = 0;
    let decoded = 0;
    const visit = ({ Msg, MsgRct, Subcalls }: Execution): void => {
      calls += 1;
      for (const [text, codec] of [
        [Msg.Params, Msg.ParamsCodec],
        [MsgRct.Return, MsgRct.ReturnCodec],
      ] as const) {
        if (text === null || text === '' || !CBOR_CODECS.includes(codec)) continue;
        const bytes = base64ToBytes(text);
        expect(bytesToHex(encodeCbor(readCbor(bytes)))).toBe(bytesToHex(bytes));
        decoded += 1;
      }
      for (const call of Subcalls ?? []) visit(call);
    };
    for (const { traced } of sets) for (const { ExecutionTrace } of traced) if (ExecutionTrace !== undefined) visit(ExecutionTrace);
    checked(calls, 966, 'calls and calls inside them');
    checked(decoded, 414, 'parameters and returns in CBOR, written again as the same bytes');
  });

  it('stand in the blocks of their tipset', () => {
    let messages = 0;
    for (const file of listSharedFiles('chain/block-messages')) {
      const carriers = readSharedJson<Record<string, string[]>>(`chain/block-messages/${file}`);
      const { key } = parseNodeTipset(readSharedJson(`chain/tipsets/${file.replace('.gz', '')}`));
      for (const [cid, blocks] of Object.entries(carriers)) {
        const hash = ethHashFromCid(cid as Cid);
        expect(cidFromEthHash(hash)).toBe(cid);
        for (const block of blocks) expect(key).toContain(block);
        messages += 1;
      }
    }
    checked(messages, 401, 'messages in the blocks of their tipset');
  });
});

describe('the test network of July 2020', () => {
  interface OldSignature {
    Type: number;
    Data: string;
  }
  interface OldMessage {
    Version: number;
    To: string;
    From: string;
    Nonce: number;
    Value: string;
    GasPrice: string;
    GasLimit: number;
    Method: number;
    Params: string | null;
  }
  interface OldBlock {
    Miner: string;
    Ticket: { VRFProof: string };
    ElectionProof: { VRFProof: string };
    BeaconEntries: { Round: number; Data: string }[];
    WinPoStProof: { PoStProof: number; ProofBytes: string }[];
    Parents: unknown[];
    ParentWeight: string;
    Height: number;
    ParentStateRoot: unknown;
    ParentMessageReceipts: unknown;
    Messages: unknown;
    BLSAggregate: OldSignature;
    Timestamp: number;
    BlockSig: OldSignature;
    ForkSignaling: number;
  }
  const old = readSharedJson<{
    tipset: { Cids: unknown[]; Blocks: OldBlock[]; Height: number };
    blockMessages: { BlsMessages: OldMessage[]; SecpkMessages: { Message: OldMessage; Signature: OldSignature }[]; Cids: unknown[] }[];
  }>('chain/legacy-testnet-2020-07.json.gz');
  const address = (text: string) => addressToBytes(parseAddress(text));
  const amount = (text: string) => encodeBigIntBytes(attoFil(text));
  const signature = ({ Type, Data }: OldSignature) => concatBytes(Uint8Array.of(Type), base64ToBytes(Data));

  const writeMessage = (writer: CborWriter, message: OldMessage) =>
    writer
      .array(9)
      .integer(message.Version)
      .bytes(address(message.To))
      .bytes(address(message.From))
      .integer(message.Nonce)
      .bytes(amount(message.Value))
      .bytes(amount(message.GasPrice))
      .integer(message.GasLimit)
      .integer(message.Method)
      .bytes(base64ToBytes(message.Params ?? ''));

  it('has messages with GasPrice: their CIDs come from the old tuple, and the reader of today refuses them', () => {
    const [answer] = old.blockMessages;
    const { BlsMessages = [], SecpkMessages = [], Cids = [] } = answer ?? {};
    const cids = [
      ...BlsMessages.map((message) => cidOfDagCbor(writeMessage(new CborWriter(), message).finish())),
      ...SecpkMessages.map(({ Message, Signature }) =>
        cidOfDagCbor(writeMessage(new CborWriter().array(2), Message).bytes(signature(Signature)).finish()),
      ),
    ];
    expect(cids).toEqual(Cids.map(cidFromLink));
    for (const message of BlsMessages) {
      expect(codeOf(() => parseNodeMessage(message))).toBe('node-answer');
      expect(codeOf(() => decodeMessage(writeMessage(new CborWriter(), message).finish()))).toBe('message');
    }
    checked(cids.length, 20, 'messages of July 2020 with their CID');
  });

  it('has headers without a base fee: their CIDs come from the old tuple, and the reader of today refuses them', () => {
    const key = old.tipset.Blocks.map((block) => {
      const writer = new CborWriter()
        .array(15)
        .bytes(address(block.Miner))
        .array(1)
        .bytes(base64ToBytes(block.Ticket.VRFProof))
        .array(1)
        .bytes(base64ToBytes(block.ElectionProof.VRFProof))
        .array(block.BeaconEntries.length);
      for (const { Round, Data } of block.BeaconEntries) writer.array(2).integer(Round).bytes(base64ToBytes(Data));
      writer.array(block.WinPoStProof.length);
      for (const { PoStProof, ProofBytes } of block.WinPoStProof) writer.array(2).integer(PoStProof).bytes(base64ToBytes(ProofBytes));
      writer.array(block.Parents.length);
      for (const parent of block.Parents) writer.link(cidFromLink(parent));
      const bytes = writer
        .bytes(amount(block.ParentWeight))
        .integer(block.Height)
        .link(cidFromLink(block.ParentStateRoot))
        .link(cidFromLink(block.ParentMessageReceipts))
        .link(cidFromLink(block.Messages))
        .bytes(signature(block.BLSAggregate))
        .integer(block.Timestamp)
        .bytes(signature(block.BlockSig))
        .integer(block.ForkSignaling)
        .finish();
      return cidOfDagCbor(bytes);
    });
    expect(key).toEqual(old.tipset.Cids.map(cidFromLink));
    expect(tipsetKeyCid(key)).toMatch(/^bafy2bzace/);
    expect(codeOf(() => parseNodeTipset(old.tipset))).toBe('node-answer');
    checked(key.length, 5, 'blocks of July 2020 with their CID');
  });
});
