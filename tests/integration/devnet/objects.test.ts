/** ChainReadObj and its like: from a header to the last block of its state and messages, as a Lotus node answers. */
import { CID } from 'multiformats/cid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { decodeBlockHeader } from '../../../shared/domain/chain/block-header.ts';
import { type Cid, cidFromParts, cidOfDagCbor, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { decodeMessage, decodeSignedMessage, type Message } from '../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import { actorCodes } from '../../../shared/domain/methods/actor-code.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import { decodeWithCborg } from '../../builders/cborg-links.ts';
import { control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

type Link = { readonly '/': string };

const BLS_MESSAGES = 10n;

let node: RunningDevnet;
let head: TipsetJson;
beforeAll(async () => {
  node = await startDevnet({ seed: 'objects', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 20 });
  // The node's own accounts have no BLS keys.
  const sender = keyFromPrivateKey('bls', new Uint8Array(32).fill(5));
  await control(node, 'faucet', { address: formatAddress(sender.address, 't') });
  await control(node, 'advance', { epochs: 4 });
  for (let nonce = 0n; nonce < BLS_MESSAGES; nonce += 1n) {
    const message: Message = {
      version: 0,
      to: idAddress(100),
      from: sender.address,
      nonce,
      value: attoFil(1n),
      gasLimit: 3_000_000n,
      gasFeeCap: attoFil(2_000_000_000n),
      gasPremium: attoFil(200_000n),
      method: 0n,
      params: new Uint8Array(),
    };
    const signed = signedMessageToJson({ message, signature: signMessage(sender, message) }, 't');
    await resultOf(node, 'MpoolPush', [signed], node.tokens.write);
  }
  await control(node, 'advance', { epochs: 4 });
  head = await resultOf<TipsetJson>(node, 'ChainHead');
});
afterAll(() => node.stop());

const link = (cid: string): Link => ({ '/': cid });
const headerOf = () => head.Blocks[0] as { Messages: Link; ParentMessageReceipts: Link; ParentStateRoot: Link; Parents: Link[] };

/** The bytes behind a CID, which they are hashed to. */
async function read(cid: string): Promise<Uint8Array> {
  const bytes = Buffer.from(await resultOf<string>(node, 'ChainReadObj', [link(cid)]), 'base64');
  expect(cidOfDagCbor(bytes)).toBe(cid);
  return bytes;
}

const decoded = async (cid: string): Promise<unknown> => decodeWithCborg(await read(cid));

/** The values of an AMT in the form that block headers keep: height, count, node; a node is bitmap, links, values. */
async function arrayAt(cid: string): Promise<unknown[]> {
  const [, count, root] = (await decoded(cid)) as [number, number, AmtNode];
  const below = async ([, links, values]: AmtNode): Promise<unknown[]> => {
    const nodes = await Promise.all(links.map(async (child) => below((await decoded(child.toString())) as AmtNode)));
    return [...nodes.flat(), ...values];
  };
  const values = await below(root);
  expect(values).toHaveLength(count);
  return values;
}

type AmtNode = readonly [bitmap: Uint8Array, links: readonly CID[], values: readonly unknown[]];

async function everyTipset(visit: (tipset: TipsetJson) => Promise<void>): Promise<void> {
  for (let tipset = head; tipset.Height > 0; ) {
    await visit(tipset);
    tipset = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [tipset.Blocks[0]?.Parents]);
  }
}

describe('blocks of the chain', () => {
  it('headers are their bytes', async () => {
    for (const [index, cid] of head.Cids.entries()) {
      const header = decodeBlockHeader(await read(cid['/']));
      expect(header.height).toBe(head.Height);
      expect(formatAddress(header.miner, 't')).toBe(head.Blocks[index]?.Miner);
    }
  });

  it('Messages leads to every message: those under BLS without their signature, the others with it', async () => {
    let [bls, others] = [0, 0];
    await everyTipset(async ({ Cids, Blocks }) => {
      for (const [index, block] of Blocks.entries()) {
        const listed = await resultOf<{ BlsMessages: unknown[]; SecpkMessages: unknown[]; Cids: Link[] }>(node, 'ChainGetBlockMessages', [
          Cids[index],
        ]);
        const [blsRoot, othersRoot] = (await decoded((block.Messages as Link)['/'])) as [CID, CID];
        const links = [await arrayAt(blsRoot.toString()), await arrayAt(othersRoot.toString())];
        expect(links.flat().map(String)).toEqual(listed.Cids.map((cid) => cid['/']));
        expect(links.map((each) => each.length)).toEqual([listed.BlsMessages.length, listed.SecpkMessages.length]);
        for (const cid of links[0]?.slice(0, 1) ?? []) expect(decodeMessage(await read(String(cid)))).toHaveProperty('nonce');
        for (const cid of links[1]?.slice(0, 1) ?? []) expect(decodeSignedMessage(await read(String(cid)))).toHaveProperty('signature');
        bls += links[0]?.length ?? 0;
        others += links[1]?.length ?? 0;
      }
    });
    // Several blocks of a tipset may carry the same one.
    expect(bls).toBeGreaterThanOrEqual(Number(BLS_MESSAGES));
    expect(others).toBeGreaterThan(10);
  });

  it('ParentMessageReceipts leads to the receipts that ChainGetParentReceipts lists, in its order', async () => {
    let count = 0;
    await everyTipset(async ({ Cids, Blocks }) => {
      const listed = await resultOf<{ ExitCode: number; Return: string | null; GasUsed: number; EventsRoot: null }[] | null>(
        node,
        'ChainGetParentReceipts',
        [Cids[0]],
      );
      const [first] = Blocks as { ParentMessageReceipts: Link }[];
      const receipts = (await arrayAt(first?.ParentMessageReceipts['/'] ?? '')) as [number, Uint8Array, number, null][];
      const told = receipts.map(([ExitCode, bytes, GasUsed, EventsRoot]) => ({
        ExitCode,
        Return: bytes.length === 0 ? null : Buffer.from(bytes).toString('base64'),
        GasUsed,
        EventsRoot,
      }));
      expect(told).toEqual(listed ?? []);
      count += told.length;
    });
    expect(count).toBeGreaterThan(20);
  });

  it('ParentStateRoot leads to the actors that StateListActors lists, each with its head', async () => {
    const [version, actors] = (await decoded(headerOf().ParentStateRoot['/'])) as [number, CID, CID];
    expect(version).toBe(5);
    const found = new Map<string, string>();
    const walk = async (cid: string): Promise<void> => {
      const [, pointers] = (await decoded(cid)) as [Uint8Array, (CID | [Uint8Array, [CID, CID, number, Uint8Array, null]][])[]];
      for (const pointer of pointers) {
        if (!Array.isArray(pointer)) await walk(pointer.toString());
        else for (const [key, actor] of pointer) found.set(formatAddress(idAddress(idOf(key)), 't'), actor[1].toString());
      }
    };
    await walk(actors.toString());
    const listed = await resultOf<string[]>(node, 'StateListActors', [null]);
    expect([...found.keys()].sort()).toEqual([...listed].sort());
    for (const address of listed) {
      const actor = await resultOf<{ Head: Link }>(node, 'StateGetActor', [address, null]);
      expect(actor.Head['/']).toBe(found.get(address));
      expect(await resultOf(node, 'ChainHasObj', [actor.Head])).toBe(true);
    }
  });
});

/** An ID address in bytes: protocol 0 and a varint. */
function idOf(key: Uint8Array): number {
  return key.slice(1).reduce((sum, byte, index) => sum + (byte & 0x7f) * 128 ** index, 0);
}

describe('objects', () => {
  const unknown = cidOfDagCbor(Uint8Array.of(1));
  const NAMES = ['/rpc/v0', '/rpc/v1'] as const;

  it.each(NAMES)('what is not there is refused in the words of Lotus, on %s, without a token as with one', async (path) => {
    const url = new URL(path, node.httpUrl).href;
    for (const token of [undefined, node.tokens.read]) {
      const answer = await postCall(url, 'Filecoin.ChainReadObj', [link(unknown)], token);
      expect(answer.json.error).toEqual({ code: 1, message: `blockstore get: ipld: could not find ${unknown}` });
      expect(answer.status).toBe(200);
      expect((await postCall(url, 'Filecoin.ChainHasObj', [link(unknown)], token)).json.result).toBe(false);
      expect((await postCall(url, 'Filecoin.ChainHasObj', [headerOf().ParentStateRoot], token)).json.result).toBe(true);
    }
  });

  it('a CID of the identity hash is its own content', async () => {
    const cid = cidFromParts(0x55, 0, new TextEncoder().encode('fil/7/account'));
    expect(Buffer.from(await resultOf<string>(node, 'ChainReadObj', [link(cid)]), 'base64').toString()).toBe('fil/7/account');
    expect(await resultOf(node, 'ChainHasObj', [link(cid)])).toBe(true);
  });

  it('code of an actor is not here: this node has no VM', async () => {
    expect(await resultOf(node, 'ChainHasObj', [link(actorCodes('mainnet').account)])).toBe(false);
  });

  it('a message that waits can be read, by the CID of the network alone', async () => {
    const { cid } = await control<{ cid: string }>(node, 'faucet', { address: 't0100' });
    const message = decodeSignedMessage(await read(cid));
    expect(message.signature.type).toBe('secp256k1');
    const unsigned = parseCid((await resultOf<{ CID: Link }>(node, 'ChainGetMessage', [link(cid)])).CID['/']);
    expect(unsigned).not.toBe(cid);
    expect(await resultOf(node, 'ChainHasObj', [link(unsigned)])).toBe(false);
  });

  it('ChainStatObj counts an object with all below it, and what a base has too is left out', async () => {
    const { Head: market } = await resultOf<{ Head: Link }>(node, 'StateGetActor', ['t05', null]);
    const seen = new Map<Cid, number>();
    const visit = async (cid: Cid): Promise<void> => {
      if (seen.has(cid)) return;
      const bytes = await read(cid);
      seen.set(cid, bytes.length);
      for (const below of linksIn(decodeWithCborg(bytes))) await visit(below);
    };
    await visit(parseCid(market['/']));
    const size = [...seen.values()].reduce((sum, each) => sum + each, 0);
    expect(await resultOf(node, 'ChainStatObj', [market, null])).toEqual({ Size: size, Links: seen.size });
    const root = headerOf().ParentStateRoot;
    const parent = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [headerOf().Parents]);
    const whole = await resultOf<{ Links: number }>(node, 'ChainStatObj', [root, null]);
    const changed = await resultOf<{ Links: number }>(node, 'ChainStatObj', [root, parent.Blocks[0]?.ParentStateRoot]);
    expect(changed.Links).toBeGreaterThan(0);
    expect(changed.Links).toBeLessThan(whole.Links / 4);
    expect(await resultOf(node, 'ChainStatObj', [root, root])).toEqual({ Size: 0, Links: 0 });
    const refused = await postCall(node.httpUrl, 'Filecoin.ChainStatObj', [link(unknown), null]);
    expect(refused.json.error).toEqual({ code: 1, message: `ipld: could not find ${unknown}` });
  });
});

/** Links to blocks of the chain, by another decoder than the node's. */
function linksIn(value: unknown): Cid[] {
  const cid = CID.asCID(value);
  if (cid !== null) return cid.code === 0x71 && cid.multihash.code === 0xb220 ? [parseCid(cid.toString())] : [];
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(linksIn);
}

describe('a node that serves less', () => {
  const notFound = (method: string) => ({ code: -32601, message: `method 'Filecoin.${method}' not found` });

  it('says that it lacks what it was told to lack', async () => {
    const less = await startDevnet({ historyEpochs: 2, isPaused: true, withoutMethods: ['StateMinerSectors', 'MpoolSub'] });
    try {
      const errorOf = async (method: string, params: unknown[]) =>
        (await postCall(less.httpUrl, `Filecoin.${method}`, params, less.tokens.admin)).json.error;
      expect(await errorOf('StateMinerSectors', ['t01000', null, null])).toEqual(notFound('StateMinerSectors'));
      expect(await errorOf('MpoolSub', [])).toEqual(notFound('MpoolSub'));
      expect(await errorOf('StateMinerPartitions', ['t01000', 0, null])).toBeUndefined();
      const { methods } = await resultOf<{ methods: { name: string }[] }>(less, 'Discover');
      expect(methods.map(({ name }) => name)).not.toContain('Filecoin.StateMinerSectors');
    } finally {
      await less.stop();
    }
  });

  it('as a gateway, has objects and heads but no sectors, and another set on each path', async () => {
    const gateway = await startDevnet({ historyEpochs: 2, isPaused: true, isGateway: true });
    try {
      const v0 = new URL('/rpc/v0', gateway.httpUrl).href;
      const tipset = await resultOf<TipsetJson>(gateway, 'ChainHead');
      expect(await resultOf(gateway, 'ChainHasObj', [tipset.Cids[0]])).toBe(true);
      expect(await resultOf(gateway, 'StateReadState', ['t01000', null])).toHaveProperty('State');
      expect((await postCall(v0, 'Filecoin.StateReadState', ['t01000', null])).json.error).toEqual(notFound('StateReadState'));
      expect((await postCall(gateway.httpUrl, 'Filecoin.StateMinerSectors', ['t01000', null, null])).json.error).toEqual(
        notFound('StateMinerSectors'),
      );
      // The storage miner is a program of its own.
      expect((await postCall(gateway.minerUrl, 'Filecoin.ActorAddress', [])).json.result).toBe('t01000');
    } finally {
      await gateway.stop();
    }
  });
});
