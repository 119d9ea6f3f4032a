/** A signature carries no chain id: nothing is signed or sent when another chain answers where the approved one was. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { freezeApproval } from '../../electron/services/messages/freeze-approval.ts';
import { parseAddress } from '../../shared/domain/address.ts';
import { attoFil } from '../../shared/domain/amount.ts';
import { MAINNET_GENESIS_CID } from '../../shared/domain/networks.ts';
import { buildConnection } from '../builders/active-connection.ts';
import { eventually } from '../builders/eventually.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import { askNode, draftOf, fundedAccount, PASSPHRASE, type RunningCore, startCore, startStillDevnet } from '../builders/wallet-core.ts';

const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const cleanups: (() => unknown)[] = [];
let home: RunningDevnet;
let elsewhere: RunningDevnet;
let running: RunningCore;

beforeEach(async () => {
  home = await startStillDevnet();
  cleanups.push(() => home.stop());
  elsewhere = await startStillDevnet({ seed: 'elsewhere' });
  cleanups.push(() => elsewhere.stop());
  const profile = await temporaryProfile();
  cleanups.push(() => profile.remove());
  running = await startCore(profile.paths, home);
  cleanups.push(() => running.core.stop());
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** One address behind which the node can be changed between two calls. */
async function startSwitch(first: RunningDevnet): Promise<{ url: string; use(devnet: RunningDevnet): void }> {
  let target = first;
  const server = createServer((incoming, outgoing) => {
    const { host: _host, authorization: _authorization, ...headers } = incoming.headers;
    const forwarded = request(
      target.httpUrl,
      { method: 'POST', headers: { ...headers, authorization: `Bearer ${target.tokens.write}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc/v1`,
    use: (devnet) => {
      target = devnet;
    },
  };
}

describe('another chain at the same address', () => {
  test('between preparing and confirming: nothing is signed, and the approval waits for its own chain', async () => {
    const { core } = running;
    const { address } = await fundedAccount(home, core);
    const node = await startSwitch(home);
    const draft = { name: 'Switched', httpUrl: node.url, apiVersion: 'v1' as const, namespace: 'Filecoin' };
    const { id } = await core.handlers.connections.addConnection(draft);
    await core.handlers.connections.activateConnection({ id });
    await eventually(() => core.topics.chain.headChanged.get().connectionId === id && core.topics.chain.headChanged.get().head, 'the head');
    const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    const confirm = () => core.handlers.approval.confirmApproval({ id: approvalId, passphrase: PASSPHRASE, isNewNetworkAccepted: true });

    node.use(elsewhere);
    await expect(confirm()).rejects.toMatchObject({ code: 'wrong-network' });
    expect(core.topics.messages.journalChanged.items()).toEqual([]);
    expect(await askNode(elsewhere, 'MpoolPending', [null])).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ Message: expect.objectContaining({ From: address }) })]),
    );

    node.use(home);
    await expect(confirm()).resolves.toMatchObject({ cid: expect.any(String) });
  });
});

describe('practice', () => {
  test.each([
    { networkName: 'mainnet', genesisCid: 'bafyother', isPractice: false },
    { networkName: 'a harmless test network', genesisCid: MAINNET_GENESIS_CID, isPractice: false },
    { networkName: 'calibrationnet', genesisCid: 'bafyother', isPractice: true },
  ])('$networkName with genesis $genesisCid: $isPractice', ({ networkName, genesisCid, isPractice }) => {
    const { connection, close } = buildConnection({ httpUrl: home.httpUrl }, { networkName });
    cleanups.push(close);
    const from = parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
    const { approval } = freezeApproval({
      message: {
        version: 0,
        from,
        to: parseAddress('f01'),
        nonce: 0n,
        value: attoFil(1n),
        gasLimit: 1_000_000n,
        gasFeeCap: attoFil(1n),
        gasPremium: attoFil(1n),
        method: 0n,
        params: new Uint8Array(),
      },
      facts: {
        pinned: { height: 1, key: [], timeMs: 0 },
        recipient: { address: parseAddress('f01'), exists: true },
        innerActors: new Map(),
        simulation: undefined,
        baseFee: '100',
      } as unknown as Parameters<typeof freezeApproval>[0]['facts'],
      checks: [],
      account: { address: from, label: 'x', keyType: 'secp256k1', path: 'm', createdAtMs: 0, genesisCids: [] },
      active: { ...connection, facts: { ...connection.facts, genesisCid } },
      nowMs: 0,
    });
    expect(approval).toMatchObject({ isPractice, genesisCid, networkName, isKeyKnownHere: false });
  });
});
