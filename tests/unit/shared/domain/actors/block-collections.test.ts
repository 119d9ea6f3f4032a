import { describe, expect, it } from 'vitest';
import { messageLinks, messageMeta, messageReceipt, messageReceipts } from '../../../../../shared/domain/actors/block-collections.ts';
import { base64ToBytes, bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { type Cid, type CidLink, cidFromLink, cidOfDagCbor, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { Amt } from '../../../../../shared/domain/ipld/amt.ts';
import { decodeBlock, encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../../../shared/domain/ipld/layout.ts';
import { walkNow } from '../../../../../shared/domain/ipld/walk.ts';
import { encodeWithCborg } from '../../../../builders/cborg-links.ts';
import { checked } from '../../../../builders/checked.ts';
import { genesisState } from '../../../../builders/genesis-state.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

interface Executed {
  readonly MsgCid: CidLink;
  readonly Msg: { readonly CID: CidLink };
  readonly MsgRct: { ExitCode: number; Return: string | null; GasUsed: number; EventsRoot?: CidLink | null };
}
interface Tipset {
  readonly Cids: readonly CidLink[];
  readonly Blocks: readonly { readonly Messages: CidLink; readonly ParentMessageReceipts: CidLink }[];
}

/** The root of an array in memory alone. */
function rootOf<V>(layout: AmtLayout<V>, values: readonly V[]): Cid {
  const nowhere = (cid: Cid) => expect.fail(`nothing was stored, and ${cid} is asked for`);
  const array = values.reduce((before, value, index) => walkNow(before.set(index, value), nowhere), Amt.empty(layout));
  return array.flush(cidOfDagCbor);
}

describe('the messages of a block', () => {
  it('have the root that its header names, in the first block of each recorded tipset', () => {
    let messages = 0;
    const files = listSharedFiles('chain/block-messages');
    for (const file of files) {
      const blocksOf = readSharedJson<Record<string, string[]>>(`chain/block-messages/${file}`);
      const { Cids, Blocks } = readSharedJson<Tipset>(`chain/tipsets/${file.replace('.gz', '')}`);
      const first = Cids[0]?.['/'] ?? expect.fail(`no block in ${file}`);
      // What a tipset executes begins with all messages of its first block in their order; what later blocks repeat is left out there.
      const own = readSharedJson<{ Trace: Executed[] }>(`chain/messages/${file}`).Trace.filter(({ MsgCid }) =>
        blocksOf[MsgCid['/']]?.includes(first),
      );
      const cids = (isBls: boolean) =>
        own.filter(({ MsgCid, Msg }) => (MsgCid['/'] === Msg.CID['/']) === isBls).map(({ MsgCid }) => cidFromLink(MsgCid));
      const meta = { blsMessages: rootOf(messageLinks, cids(true)), secpkMessages: rootOf(messageLinks, cids(false)) };
      expect(cidOfDagCbor(encodeBlock(messageMeta, meta)), file).toBe(Blocks[0]?.Messages['/']);
      messages += own.length;
    }
    checked(files.length, 13, 'blocks whose messages have the root of the header');
    checked(messages, 203, 'messages of these blocks');
  });

  it('are none in a genesis, and its blocks say so', () => {
    for (const network of ['mainnet', 'butterflynet'] as const) {
      const { blocks } = genesisState(network);
      const none = rootOf(messageLinks, []);
      const bytes = encodeBlock(messageMeta, { blsMessages: none, secpkMessages: none });
      expect(blocks.get(cidOfDagCbor(bytes)), network).toEqual(bytes);
      expect(blocks.has(none), network).toBe(true);
    }
  });
});

describe('the receipts of a tipset', () => {
  it('have the root that the next header names, where nothing was executed', () => {
    const tipsets = ['mainnet-0', 'mainnet-1', 'mainnet-3', 'calibnet-14107', 'calibnet-38940', 'calibnet-1162295', 'calibnet-1258459'];
    for (const name of tipsets) {
      const [first = expect.fail(`no block in ${name}`)] = readSharedJson<Tipset>(`chain/tipsets/${name}.json`).Blocks;
      expect(rootOf(messageReceipts.v16, []), name).toBe(first.ParentMessageReceipts['/']);
    }
  });

  it('are as nodes show them, with a fourth field since there are events', () => {
    let receipts = 0;
    for (const file of listSharedFiles('chain/messages')) {
      for (const { MsgRct } of readSharedJson<{ Trace: Executed[] }>(`chain/messages/${file}`).Trace) {
        const { ExitCode, Return, GasUsed, EventsRoot = null } = MsgRct;
        const returned = Return === null ? new Uint8Array() : base64ToBytes(Return);
        const eventsRoot = EventsRoot === null ? undefined : cidFromLink(EventsRoot);
        const receipt = { exitCode: ExitCode, return: returned, gasUsed: GasUsed, eventsRoot };
        const bytes = encodeBlock(messageReceipt.v16, receipt);
        expect(decodeBlock(messageReceipt.v16, bytes)).toEqual(receipt);
        expect(messageReceipt.v16.toJson(receipt, 'f')).toEqual({ ExitCode, Return, GasUsed, EventsRoot });
        const older = encodeBlock(messageReceipt.v0, receipt);
        expect(bytesToHex(older)).toBe(bytesToHex(encodeWithCborg([ExitCode, returned, GasUsed])));
        expect(decodeBlock(messageReceipt.v0, older)).toEqual({ ...receipt, eventsRoot: undefined });
        receipts += 1;
      }
    }
    checked(receipts, 463, 'receipts of recorded messages');
  });

  it('name their events by a CID', () => {
    const eventsRoot = parseCid('bafy2bzacebc3bt6cedhoyw34drrmjvazhu4oj25er2ebk4u445pzycvq4ta4a');
    const receipt = { exitCode: 0, return: Uint8Array.of(1), gasUsed: 5, eventsRoot };
    expect(messageReceipt.v16.toJson(receipt, 'f')).toEqual({ ExitCode: 0, Return: 'AQ==', GasUsed: 5, EventsRoot: { '/': eventsRoot } });
    const root = rootOf(messageReceipts.v16, [receipt]);
    expect(root).not.toBe(rootOf(messageReceipts.v16, [{ ...receipt, eventsRoot: undefined }]));
    expect(() => decodeBlock(messageReceipt.v0, encodeBlock(messageReceipt.v16, receipt))).toThrow('3');
  });
});
