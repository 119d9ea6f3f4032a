/**
 * ChainHead of the hosted service's mainnet endpoint, compared with the bare node, both served by one worker thread from one chain: 64
 * in flight, keep-alive connections, a client with minimal overhead. Rounds alternate; the ratio is the median of the rounds' ratios.
 */
import { performance } from 'node:perf_hooks';
import { launchDevnetWorker } from '../../electron/devnet/devnet-host.ts';
import { median, report } from './lib/report.ts';
import { postOften } from './lib/socket-load.ts';

const CALLS = 6000;
const ROUNDS = 15;
const IN_FLIGHT = 64;
const CHAIN_HEAD = '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[]}';

// Slow enough that no tipset is produced during the measurement; without lag, all backends have the node's head.
const devnet = await launchDevnetWorker({ seed: 'bench', blockTimeMs: 3_600_000, hosted: { lagEpochs: [0, 0, 0] } });
try {
  await devnet.opened;
  const url = devnet.hosted?.networks.mainnet.httpUrl ?? '';
  const answers = await Promise.all([url, devnet.httpUrl].map((at) => answerOf(at)));
  if (answers[0] !== answers[1] || answers[0]?.includes('"result"') !== true)
    throw new Error(`The two answer differently: ${answers.join(' ')}`);

  const hosted: number[] = [];
  const bare: number[] = [];
  const before = performance.eventLoopUtilization();
  // Two warm-up rounds.
  for (let round = -2; round < ROUNDS; round += 1) {
    const sides = [
      [devnet.httpUrl, bare],
      [url, hosted],
    ] as const;
    for (const [at, rates] of round % 2 === 0 ? sides : sides.toReversed()) {
      const rate = CALLS / (await postOften(at, CHAIN_HEAD, CALLS, IN_FLIGHT));
      if (round >= 0) rates.push(rate);
    }
  }
  const { utilization } = performance.eventLoopUtilization(before);
  report({
    bench: 'hosted service, ChainHead, 64 in flight',
    unit: 'calls per second',
    measured: median(hosted) * 1000,
    baseline: { name: 'bare node, the same calls', value: median(bare) * 1000 },
    ratio: median(hosted.map((value, index) => value / (bare[index] ?? Number.NaN))),
    aim: '>= 0.8 x',
    note: `${answers[0].length} bytes a reply; the client was busy for ${Math.round(utilization * 100)} % of the time`,
  });
} finally {
  await devnet.stop();
}

async function answerOf(at: string): Promise<string> {
  return (await fetch(at, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: CHAIN_HEAD })).text();
}
