/**
 * Reading all 100,000 sectors of the embedded node's large miner from the state over a WebSocket, each block by ChainReadObj and
 * verified against its CID, compared with decoding the same blocks from memory. Also reports round trips: blocks requested together
 * count once. The node runs in its own thread.
 */
import { launchDevnetWorker } from '../../electron/devnet/devnet-host.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../electron/rpc/answer-cache.ts';
import { type BlockCache, BlockReader } from '../../electron/services/state/block-reader.ts';
import { minerSectors } from '../../shared/domain/actors/miner-collections.ts';
import { type Cid, cidFromLink } from '../../shared/domain/encoding/cid.ts';
import { Amt } from '../../shared/domain/ipld/amt.ts';
import { type Walk, walkNow } from '../../shared/domain/ipld/walk.ts';
import { buildConnection } from '../builders/active-connection.ts';
import { postAll } from './lib/http-load.ts';
import { median, report } from './lib/report.ts';

const SECTORS = 100_000;
const LARGE_MINER = 't01008';
const ROUNDS = 5;

const devnet = await launchDevnetWorker({ seed: 'bench', historyEpochs: 5, isPaused: true, largeMinerSectors: SECTORS });
const { connection, close } = buildConnection({ httpUrl: devnet.httpUrl, wsUrl: devnet.wsUrl });
try {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Filecoin.StateReadState', params: [LARGE_MINER, []] });
  const { replies } = await postAll(devnet.httpUrl, [body], 1, () => '');
  const { result } = JSON.parse(String(replies[0])) as { result: { State: { Sectors: unknown } } };
  const root = cidFromLink(result.State.Sectors);
  const readAll = function* (): Walk<number> {
    const sectors = yield* Amt.open(minerSectors.v16, root);
    return (yield* sectors.entries()).length;
  };

  const overSocket: number[] = [];
  const fromMemory: number[] = [];
  let counts: BlockReader['counts'] | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const cache: BlockCache = new AnswerCache({ maxEntries: 100_000, maxBytes: 256 * 1024 * 1024 });
    const endpoint = { client: connection.client, name: 'bench', versions: connection.versions };
    const reader = new BlockReader(endpoint, { cache, clock: systemClock, cause: 'bench', onProgress() {} });
    reader.allow(100_000);
    let startedAt = performance.now();
    const { value } = await reader.walk('the sectors', readAll(), new AbortController().signal);
    overSocket.push(performance.now() - startedAt);
    if (value !== SECTORS) throw new Error(`${value} sectors read.`);
    ({ counts } = reader);

    const source = (cid: Cid) => cache.get(cid)?.value ?? new Uint8Array();
    startedAt = performance.now();
    walkNow(readAll(), source);
    fromMemory.push(performance.now() - startedAt);
  }
  report({
    bench: 'state, 100,000 sectors over a WebSocket',
    unit: 'ms',
    measured: median(overSocket),
    baseline: { name: 'decoding the same blocks from memory', value: median(fromMemory) },
    ratio: median(overSocket.map((tookMs, round) => tookMs / (fromMemory[round] ?? Number.NaN))),
    aim: '<= 5 x',
    note: `${counts?.roundTrips} round trips, ${counts?.calls} calls, ${((counts?.bytes ?? 0) / 1_048_576).toFixed(1)} MiB`,
  });
} finally {
  close();
  await devnet.stop();
}
