/** A signature carries no chain id: nothing is signed or sent when another chain answers where the approved one was. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
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
