/** Field shapes of the embedded node against recorded answers of real nodes and against the product's own parsers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { blockCid } from '../../../shared/domain/chain/block-header.ts';
import { orderByTicket } from '../../../shared/domain/chain/tipset.ts';
import { messageCid, signedMessageCid } from '../../../shared/domain/messages/message.ts';
import { parseNodeBlockHeader } from '../../../shared/validation/node/block-header.ts';
import { parseNodeMessage } from '../../../shared/validation/node/message.ts';
import { parseNodeSignedMessage } from '../../../shared/validation/node/signed-message.ts';
import { parseNodeTipset } from '../../../shared/validation/node/tipset.ts';
import { control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { differences, shapeOf } from '../../builders/result-shape.ts';

const DATA = path.join(import.meta.dirname, '../../../../shared/data');
interface Recorded {
  readonly id: string;
  readonly result?: unknown;
}

function recorded(id: string): unknown {
  const { answers } = JSON.parse(readFileSync(path.join(DATA, 'rpc-recorded.json'), 'utf8')) as { answers: Recorded[] };
  const answer = answers.find((candidate) => candidate.id === id);
  if (answer?.result === undefined) throw new Error(`no recorded answer ${id}`);
  return answer.result;
}

let node: RunningDevnet;
beforeAll(async () => {
  node = await startDevnet({ seed: 'shapes', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 40 });
});
afterAll(() => node.stop());

describe('recorded answers', () => {
  const cases: readonly (readonly [string, string, unknown[], readonly string[]])[] = [
    ['miner-info-beneficiary', 'StateMinerInfo', ['t01000', null], []],
    ['miner-power-mainnet', 'StateMinerPower', ['t01000', null], []],
    // DealIDs left the sector's JSON; the flag became a bit of Flags.
    ['active-sectors', 'StateMinerActiveSectors', ['t01000', null], ['DealIDs', 'ReplacedSectorAge', 'SimpleQAPower']],
    // VerifiedClaim left the deal's state with nv22.
    ['market-deal-claimed', 'StateMarketStorageDeal', [1, null], ['VerifiedClaim']],
    ['mpool-get-config', 'MpoolGetConfig', [], []],
    ['node-status-with-chain', 'NodeStatus', [true], []],
    ['get-actor-account', 'StateGetActor', ['t0100', null], []],
  ];

  it.each(cases)('%s', async (id, method, params, ignored) => {
    const ours = await resultOf<unknown>(node, method, params);
    expect(differences(shapeOf(ours), shapeOf(recorded(id)), method, ignored)).toEqual([]);
  });

  it('a tipset has the fields of a real one', async () => {
    const real = JSON.parse(readFileSync(path.join(DATA, 'chain/tipsets/mainnet-4863283.json'), 'utf8')) as unknown;
    const ours = await resultOf<TipsetJson>(node, 'ChainHead');
    expect(differences(shapeOf(ours), shapeOf(real), 'TipSet', [])).toEqual([]);
    expect(differences(shapeOf(real), shapeOf(ours), 'TipSet', [])).toEqual([]);
  });

  it('SyncState has the fields of a real one', async () => {
    const real = JSON.parse(readFileSync(path.join(DATA, 'chain/sync-state-mainnet-2020.json'), 'utf8')) as { result?: unknown };
    expect(differences(shapeOf(await resultOf(node, 'SyncState')), shapeOf(real.result ?? real), 'SyncState', [])).toEqual([]);
  });

  it('a receipt has the fields of a real one', async () => {
    const head = await resultOf<TipsetJson>(node, 'ChainHead');
    const [receipt] = await resultOf<unknown[]>(node, 'ChainGetParentReceipts', [head.Cids[0]]);
    expect(shapeOf(receipt)).toMatchObject({ ExitCode: 'number', GasUsed: 'number' });
    expect(differences(shapeOf(receipt), shapeOf(recorded('get-receipt-devnet')), 'Receipt', [])).toEqual([]);
  });
});

describe('what the product reads', () => {
  it('every block of the chain hashes to its CID, is in ticket order, linked and timed', async () => {
    let tipset = await resultOf<TipsetJson>(node, 'ChainHead');
    while (tipset.Height > 0) {
      const parsed = parseNodeTipset(tipset);
      expect(parsed.blocks.map(blockCid)).toEqual(parsed.key);
      const pairs = parsed.blocks.map((header) => ({ header, cid: blockCid(header) }));
      expect(orderByTicket(pairs).map((pair) => pair.cid)).toEqual(parsed.key);
      expect(parsed.blocks.every((block) => block.timestamp === 1_700_000_000 + parsed.height * 30)).toBe(true);
      const parent = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [parsed.blocks[0]?.parents.map((cid) => ({ '/': cid }))]);
      expect(parent.Height).toBeLessThan(parsed.height);
      tipset = parent;
    }
    expect(parseNodeBlockHeader(tipset.Blocks[0]).parents).toEqual([]);
  });

  it('messages parse and hash to the CIDs they are listed under', async () => {
    const head = await resultOf<TipsetJson>(node, 'ChainHead');
    let at: TipsetJson = head;
    let seen = 0;
    while (at.Height > 1 && seen < 12) {
      for (const cid of at.Cids) {
        const block = await resultOf<{ Cids: { '/': string }[]; SecpkMessages: unknown[] }>(node, 'ChainGetBlockMessages', [cid]);
        expect(block.SecpkMessages.map((message) => signedMessageCid(parseNodeSignedMessage(message)))).toEqual(
          block.Cids.map((link) => link['/']),
        );
        seen += block.Cids.length;
      }
      for (const { Message } of await resultOf<{ Message: { CID: { '/': string } } }[]>(node, 'ChainGetMessagesInTipset', [at.Cids])) {
        expect(messageCid(parseNodeMessage(Message))).toBe(Message.CID['/']);
      }
      at = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [at.Blocks[0]?.Parents]);
    }
    expect(seen).toBeGreaterThan(0);
  });
});

describe('the control address', () => {
  const post = (headers: Record<string, string>, url = `${node.controlUrl}/info`): Promise<Response> =>
    fetch(url, { method: 'POST', body: '{}', headers });

  it('answers to JSON without an origin', async () => {
    expect(await control(node, 'info')).toMatchObject({ isPaused: true, blockDelaySeconds: 30, blockTimeMs: 4000 });
  });

  it('refuses a page: an origin, another content type, another path, another verb', async () => {
    expect((await post({ 'Content-Type': 'application/json', Origin: 'https://example.invalid' })).status).toBe(403);
    expect((await post({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post({ 'Content-Type': 'application/json' }, node.controlUrl.replace(/control\/.*/, 'control/guess/info'))).status).toBe(
      404,
    );
    expect((await fetch(`${node.controlUrl}/info`)).status).toBe(405);
  });

  it('refuses what it does not understand', async () => {
    const send = (command: string, body: string): Promise<number> =>
      fetch(`${node.controlUrl}/${command}`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }).then(
        (answer) => answer.status,
      );
    expect(await send('nothing', '{}')).toBe(404);
    expect(await send('advance', '{"epochs":0}')).toBe(400);
    expect(await send('faucet', '{"address":"nobody"}')).toBe(400);
    expect(await send('info', '[')).toBe(400);
  });

  it('makes a null round when asked', async () => {
    const before = await resultOf<TipsetJson>(node, 'ChainHead');
    await control(node, 'null-round');
    await control(node, 'advance', { epochs: 3 });
    const at = await resultOf<TipsetJson>(node, 'ChainGetTipSetByHeight', [before.Height + 1, null]);
    expect(at.Height).toBe(before.Height);
    const after = await resultOf<TipsetJson>(node, 'ChainGetTipSetAfterHeight', [before.Height + 1, null]);
    expect(after.Height).toBeGreaterThan(before.Height + 1);
    expect((await postCall(node.httpUrl, 'Filecoin.ChainGetPath', [before.Cids, after.Cids])).json.result).toMatchObject([
      { Type: 'apply', Val: { Cids: after.Cids } },
    ]);
  });
});
