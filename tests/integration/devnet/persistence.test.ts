/** The chain survives a restart and a kill, and two nodes of one seed make one chain. */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { DevnetTokens, RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { eventually } from '../../builders/eventually.ts';

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'sextant-devnet-'));
  cleanUps.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function start(options: Parameters<typeof startDevnet>[0]): Promise<RunningDevnet> {
  const node = await startDevnet({ isPaused: true, historyEpochs: 30, ...options });
  cleanUps.push(() => node.stop());
  return node;
}

/** Keys of the whole chain, newest first, null rounds left out. */
async function chainOf(node: RunningDevnet, least = 0): Promise<string[]> {
  const keys: string[] = [];
  let tipset = await resultOf<TipsetJson>(node, 'ChainHead');
  while (tipset.Height > least) {
    keys.push(tipset.Cids.map((cid) => cid['/']).join());
    tipset = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [tipset.Blocks[0]?.Parents]);
  }
  return keys;
}

const genesisOf = async (node: RunningDevnet): Promise<unknown> => (await resultOf<TipsetJson>(node, 'ChainGetGenesis')).Cids;

describe('tokens', () => {
  it('outlive a restart, and another chain in the folder, where they are kept', async () => {
    const dataFolder = await folder();
    const first = await start({ dataFolder, areTokensKept: true, seed: 'one' });
    await first.stop();
    const second = await start({ dataFolder, areTokensKept: true, seed: 'two' });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Filecoin.ChainHead', params: [] });
    const ask = (token: string) => fetch(second.httpUrl, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body });
    expect((await ask(first.tokens.write)).status).toBe(200);
    expect((await ask(`${first.tokens.write}x`)).status).toBe(401);
    expect(URL.parse(second.controlUrl)?.pathname).toBe(URL.parse(first.controlUrl)?.pathname);
    const secret = path.join(dataFolder, 'token-secret');
    if (process.platform !== 'win32') expect((await stat(secret)).mode & 0o777).toBe(0o600);
    await second.stop();
    const third = await start({ dataFolder, areTokensKept: true });
    expect(third.tokens).toEqual(first.tokens);
    await third.stop();
    await writeFile(secret, 'cut');
    await expect(startDevnet({ dataFolder, areTokensKept: true, isPaused: true })).rejects.toThrow('Delete it');
  });

  it('are new at every start otherwise, and nothing of them is on disk', async () => {
    const dataFolder = await folder();
    const first = await start({ dataFolder });
    await first.stop();
    const second = await start({ dataFolder });
    expect(second.tokens.read).not.toBe(first.tokens.read);
    expect(await readdir(dataFolder)).not.toContain('token-secret');
  });
});

describe('determinism', () => {
  it('the same seed and genesis time give the same tipset keys, whatever the pace', async () => {
    const options = { seed: 'same', genesisTime: 1_700_000_000, historyEpochs: 120 };
    const [first, second] = [await start(options), await start({ ...options, historyEpochs: 60 })];
    await control(second, 'advance', { epochs: 60 });
    expect(await chainOf(second)).toEqual(await chainOf(first));
    const head = await resultOf<TipsetJson>(first, 'ChainHead');
    expect(head.Blocks[0]?.Timestamp).toBe(1_700_000_000 + head.Height * 30);
  });

  it('another seed or genesis time gives another genesis', async () => {
    const nodes = await Promise.all([
      start({ seed: 'a', genesisTime: 1_700_000_000, historyEpochs: 1 }),
      start({ seed: 'b', genesisTime: 1_700_000_000, historyEpochs: 1 }),
      start({ seed: 'a', genesisTime: 1_700_000_030, historyEpochs: 1 }),
    ]);
    const genesis = await Promise.all(nodes.map(genesisOf));
    expect(new Set(genesis.map((key) => JSON.stringify(key))).size).toBe(3);
  });
});

describe('persistence', () => {
  it('after a restart the chain is the same, and goes on as it would have', async () => {
    const dataFolder = await folder();
    const first = await start({ dataFolder, seed: 'kept', genesisTime: 1_700_000_000 });
    await control(first, 'advance', { epochs: 10 });
    const [genesis, chain] = [await genesisOf(first), await chainOf(first)];
    const state = await resultOf(first, 'StateReadState', ['t01000', null]);
    const waiting = await control<{ cid: string }>(first, 'faucet', { address: 't0100' });
    await first.stop();

    const second = await start({ dataFolder });
    expect(await genesisOf(second)).toEqual(genesis);
    expect(await chainOf(second)).toEqual(chain);
    expect(await resultOf(second, 'StateReadState', ['t01000', null])).toEqual(state);
    const pending = await resultOf<{ CID: { '/': string } }[]>(second, 'MpoolPending', [null]);
    expect(pending.map((message) => message.CID['/'])).toContain(waiting.cid);
    await control(second, 'advance', { epochs: 8 });

    const unbroken = await start({ seed: 'kept', genesisTime: 1_700_000_000 });
    await control(unbroken, 'advance', { epochs: 10 });
    await control(unbroken, 'faucet', { address: 't0100' });
    await control(unbroken, 'advance', { epochs: 8 });
    expect(await chainOf(second)).toEqual(await chainOf(unbroken));
  });

  it('a torn last record is dropped', async () => {
    const dataFolder = await folder();
    const first = await start({ dataFolder, seed: 'torn', genesisTime: 1_700_000_000 });
    const chain = await chainOf(first);
    await first.stop();
    const log = (await readdir(dataFolder)).find((name) => name.endsWith('.log')) ?? '';
    await appendFile(path.join(dataFolder, log), Buffer.from([0, 0, 1, 0, 9, 9, 9, 9, 1, 2, 3]));
    const second = await start({ dataFolder });
    expect(await chainOf(second)).toEqual(chain);
    await control(second, 'advance', { epochs: 3 });
    const longer = await chainOf(second);
    await second.stop();
    expect(await chainOf(await start({ dataFolder }))).toEqual(longer);
  });

  it('a chain comes back from its newest segments alone', async () => {
    const dataFolder = await folder();
    const first = await start({ dataFolder, seed: 'segments', genesisTime: 1_700_000_000, keptEpochs: 200, historyEpochs: 120 });
    const [head, power] = [await resultOf<TipsetJson>(first, 'ChainHead'), await resultOf(first, 'StateMinerPower', ['t01000', null])];
    const genesis = await genesisOf(first);
    await first.stop();
    const logs = (await readdir(dataFolder)).filter((name) => name.endsWith('.log'));
    expect(logs).toHaveLength(3);
    for (const name of ['chain-0.log', 'blocks-0.store']) await rm(path.join(dataFolder, name));
    const second = await start({ dataFolder, keptEpochs: 200 });
    expect(await genesisOf(second)).toEqual(genesis);
    expect(await resultOf<TipsetJson>(second, 'ChainHead')).toEqual(head);
    expect(await resultOf(second, 'StateMinerPower', ['t01000', null])).toEqual(power);
    await control(second, 'advance', { epochs: 5 });
  });

  it('a killed process loses nothing that it announced', async () => {
    const dataFolder = await folder();
    const first = await launch(dataFolder);
    const announced = await eventually(async () => {
      const head = await resultOf<TipsetJson>(first.node, 'ChainHead');
      return head.Height >= 170 ? head : undefined;
    }, 'some epochs of production');
    const genesis = await genesisOf(first.node);
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await launch(dataFolder);
    expect(await genesisOf(second.node)).toEqual(genesis);
    const found = await resultOf<TipsetJson>(second.node, 'ChainGetTipSet', [announced.Cids]);
    expect(found).toEqual(announced);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});

interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly node: RunningDevnet;
}

/** The command line program, as `npm run devnet` runs it. */
async function launch(dataFolder: string): Promise<Launched> {
  const program = path.join(import.meta.dirname, '../../../electron/devnet/cli.ts');
  const child = spawn(process.execPath, [program, '--data', dataFolder, '--block-time-ms', '40', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  cleanUps.push(() => {
    child.kill('SIGKILL');
    return ended;
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const line = await eventually(() => (out.includes('\n') ? out.split('\n')[0] : undefined), 'the ready line');
  const ready = JSON.parse(line) as { node: string; ws: string; miner: string; control: string; tokens: DevnetTokens };
  const node = {
    httpUrl: ready.node,
    wsUrl: ready.ws,
    minerUrl: ready.miner,
    controlUrl: ready.control,
    tokens: ready.tokens,
    stop: async () => {},
  };
  return { child, ended, node };
}
