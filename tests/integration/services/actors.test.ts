/** Actors read from the blocks of the mainnet genesis by the code of the screen, and a recorded proposal with its recorded hash. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../../electron/rpc/answer-cache.ts';
import { ActorsService } from '../../../electron/services/actors/actors-service.ts';
import type { ChainTipset } from '../../../electron/services/pinned/chain-tipset.ts';
import { bytesToUtf8Lossy } from '../../../shared/domain/encoding/bytes.ts';
import { cidParts, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { zActor, zMultisig } from '../../../shared/ipc/schemas/actors.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { decodeWithCborg } from '../../builders/cborg-links.ts';
import { checked } from '../../builders/checked.ts';
import { resultOf } from '../../builders/devnet-caller.ts';
import { genesisState } from '../../builders/genesis-state.ts';
import { readSharedJson } from '../../builders/shared-data.ts';
import { tipsetOf } from '../../builders/state-reads.ts';
import { answer, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';
import { startStateNode } from '../../fakes/state-node/state-node.ts';

const NOBODY = { find: () => undefined };

function serviceOver(httpUrl: string, tipset: ChainTipset) {
  const { connection, close } = buildConnection({ httpUrl });
  const service = new ActorsService({
    connections: new TestConnections(connection),
    chain: { tipsets: [tipset], whenHead: async () => undefined },
    book: NOBODY,
    clock: systemClock,
    blocks: new AnswerCache({ maxEntries: 5000, maxBytes: 32 * 1024 * 1024 }),
  });
  return { service, close };
}

describe('actors of the mainnet genesis, from its blocks alone', () => {
  const { actors } = readSharedJson<{
    readonly actors: Readonly<Record<string, { Code: string; Nonce: number; Balance: string; Head: string }>>;
  }>('chain/genesis-actors-mainnet.json');
  const { source } = genesisState('mainnet');
  let over: ReturnType<typeof serviceOver>;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const node = await startStateNode({ network: 'mainnet', networkVersion: 0 });
    over = serviceOver(node.node.httpUrl, tipsetOf(node));
    stop = async () => {
      over.close();
      await node.stop();
    };
  });
  afterAll(() => stop());

  it('are those of the derived list, every one of them with a state that is decoded', async () => {
    for (const [address, { Code, Nonce, Balance, Head }] of Object.entries(actors)) {
      const actor = zActor.parse(await over.service.getActor({ address }));
      expect(bytesToUtf8Lossy(cidParts(parseCid(actor.entry?.code ?? '')).digest)).toBe(Code);
      expect([actor.identity.nonce, actor.identity.balance, actor.entry?.head]).toEqual([String(Nonce), Balance, Head]);
      expect(actor.identity).toMatchObject({ exists: true, idAddress: address, actorType: Code.replace('fil/1/', '') });
      expect(actor.state).toMatchObject({ value: { source: 'blocks', view: { form: 'typed' } } });
    }
    checked(Object.keys(actors).length, 37, 'actors');
  });

  it('have the key of each account, as its own block has it', async () => {
    const accounts = Object.entries(actors).filter(([, { Code }]) => Code === 'fil/1/account');
    const found: string[] = [];
    for (const [address, { Head }] of accounts) {
      const [key] = decodeWithCborg(source(parseCid(Head))) as [Uint8Array];
      const { identity } = await over.service.getActor({ address });
      // The protocol is the first byte: 1 and 3 are those of keys.
      expect(identity.robustAddress?.slice(0, 2)).toBe(`f${key[0]}`);
      // The same actor by its key, found in the table of the init actor.
      const byKey = await over.service.getActor({ address: identity.robustAddress ?? '' });
      if (byKey.identity.exists) {
        expect(byKey.identity.idAddress).toBe(address);
        found.push(address);
      }
    }
    // The genesis was made without an entry for this one's key.
    expect(accounts.map(([address]) => address).filter((address) => !found.includes(address))).toEqual(['f081']);
    checked(accounts.length, 17, 'accounts');
  });

  it('have signers, threshold and what is locked of each multisig, as its own block has them', async () => {
    const multisigs = Object.entries(actors).filter(([, { Code }]) => Code === 'fil/1/multisig');
    for (const [address, { Head, Balance }] of multisigs) {
      const [signers, threshold, , initial, startEpoch, duration] = decodeWithCborg(source(parseCid(Head))) as [
        Uint8Array[],
        number,
        number,
        Uint8Array,
        number,
        number,
      ];
      const amount = BigInt(`0x${Buffer.from(initial).toString('hex') || '0'}`);
      const multisig = zMultisig.parse(await over.service.getMultisig({ address }));
      expect([multisig.signerCount, multisig.threshold, multisig.source]).toEqual([signers.length, threshold, 'blocks']);
      // At epoch 0 all of what is locked is locked still.
      expect(multisig.vesting?.locked ?? '0').toBe(duration === 0 ? '0' : amount.toString());
      expect(multisig.vesting?.endEpoch ?? 0).toBe(duration === 0 ? 0 : startEpoch + duration);
      expect(BigInt(multisig.available)).toBe(BigInt(Balance) - (duration === 0 ? 0n : amount));
      expect(multisig.proposals).toMatchObject({ value: { proposals: [], omittedCount: 0 } });
    }
    checked(multisigs.length, 10, 'multisigs');
  });

  it('say so where there is none', async () => {
    expect(await over.service.getActor({ address: 'f09999' })).toMatchObject({ identity: { exists: false } });
    await expect(over.service.getMultisig({ address: 'f01' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a recorded proposal', () => {
  interface Recorded {
    readonly id: string;
    readonly result: unknown;
  }
  const recorded = readSharedJson<readonly Recorded[] | { readonly answers: readonly Recorded[] }>('rpc-recorded.json');
  const answers = Array.isArray(recorded) ? (recorded as readonly Recorded[]) : (recorded as { answers: readonly Recorded[] }).answers;
  const resultOf = (id: string): unknown => answers.find((one) => one.id === id)?.result ?? expect.fail(`no recorded answer ${id}`);
  const head = 'bafy2bzacebc3bt6cedhoyw34drrmjvazhu4oj25er2ebk4u445pzycvq4ta4a';

  it('is shown with the hash that its approval named', async () => {
    const node = await startScriptedNode();
    const results: Record<string, unknown> = {
      StateGetActor: { Code: { '/': 'bafkqadtgnfwc6mjpnv2wy5djonuwo' }, Head: { '/': head }, Nonce: 0, Balance: '90000000000000000000' },
      StateReadState: {
        Balance: '90000000000000000000',
        State: {
          Signers: ['f01460141', 'f01460142'],
          NumApprovalsThreshold: 2,
          NextTxnID: 75,
          InitialBalance: '0',
          StartEpoch: 0,
          UnlockDuration: 0,
          PendingTxns: { '/': head },
        },
      },
      MsigGetPending: resultOf('msig-get-pending'),
      StateLookupID: 'f01460150',
      StateLookupRobustAddress: 'f2izoivlr3pbxpaupflvgphlwfo4ny2pqzqzfbgyq',
    };
    node.onRequest((request, response) => {
      const method = (request.call.method ?? '').replace('Filecoin.', '');
      const result = results[method];
      answer(
        response,
        200,
        request,
        result === undefined ? { error: { code: -32601, message: `method '${method}' not found` } } : { result },
      );
    });
    const tipset: ChainTipset = {
      key: [parseCid(head)],
      height: 100,
      timeMs: 0,
      parents: [],
      parentWeight: 0n,
      baseFee: '100',
      blocks: [],
    };
    const { service, close } = serviceOver(node.httpUrl, tipset);
    const multisig = zMultisig.parse(await service.getMultisig({ address: 'f01460140' }));
    close();
    await node.stop();
    const approve = resultOf('decode-params-approve') as { readonly ID: number; readonly ProposalHash: string };
    const [proposal] = 'value' in multisig.proposals ? multisig.proposals.value.proposals : [];
    expect(proposal).toMatchObject({ id: String(approve.ID), value: '83160000000000000000', approved: ['f01460141'] });
    expect(proposal?.proposalHash).toBe(Buffer.from(approve.ProposalHash, 'base64').toString('hex'));
    expect(multisig.signers.map(({ address }) => address)).toEqual(['f01460141', 'f01460142']);
  });
});

describe('both sources of the embedded node', () => {
  const ADDRESSES = ['t00', 't01', 't02', 't03', 't04', 't05', 't06', 't07', 't010', 't099', 't0100', 't01000'];
  const common = { seed: 'actors', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 20 } as const;
  const cleanups: (() => unknown)[] = [];
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  async function actorsOf(withoutMethods: readonly string[]) {
    const node = await startDevnet({ ...common, withoutMethods });
    const head = await resultOf<{ readonly Cids: { readonly '/': string }[]; readonly Height: number }>(node, 'ChainHead', []);
    const tipset: ChainTipset = {
      key: head.Cids.map(({ '/': cid }) => parseCid(cid)),
      height: head.Height,
      timeMs: 0,
      parents: [],
      parentWeight: 0n,
      baseFee: '100',
      blocks: [],
    };
    const { connection, close } = buildConnection(
      { httpUrl: node.httpUrl, token: node.tokens.read },
      { letter: 't', networkName: 'localnet' },
    );
    cleanups.push(() => node.stop(), close);
    const service = new ActorsService({
      connections: new TestConnections(connection),
      chain: { tipsets: [tipset], whenHead: async () => undefined },
      book: NOBODY,
      clock: systemClock,
      blocks: new AnswerCache({ maxEntries: 5000, maxBytes: 32 * 1024 * 1024 }),
    });
    const found = [];
    for (const address of ADDRESSES) found.push(zActor.parse(await service.getActor({ address })));
    return found;
  }
  const state = ({ state: panel }: Awaited<ReturnType<typeof actorsOf>>[number]) =>
    panel !== undefined && 'value' in panel ? panel.value : panel;
  const facts = ({ identity: { calls: _calls, ...identity }, entry }: Awaited<ReturnType<typeof actorsOf>>[number]) => ({
    ...identity,
    code: entry?.code,
    head: entry?.head,
  });

  it('tell the same of each actor', async () => {
    const told = await actorsOf([]);
    const decoded = await actorsOf(['StateReadState']);
    const alone = await actorsOf(['StateReadState', 'StateGetActor', 'StateLookupID', 'StateAccountKey', 'StateLookupRobustAddress']);
    for (const [index, actor] of told.entries()) {
      const { source: _node, ...byNode } = state(actor) as { source: string };
      expect({ source: 'node', ...byNode }).toEqual(state(actor));
      expect(state(decoded[index] ?? actor)).toEqual({ source: 'blocks', ...byNode });
      expect(state(alone[index] ?? actor)).toEqual({ source: 'blocks', ...byNode });
      expect(alone[index]?.entry?.source).toBe('blocks');
      const { robustAddress: _robust, ...known } = facts(actor);
      expect(facts(alone[index] ?? actor)).toMatchObject(known);
    }
    checked(told.length, ADDRESSES.length, 'actors');
  });
});
