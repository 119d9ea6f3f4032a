import { BLOCK_DELAY_SECONDS } from './chain/block-builder.ts';
import { DevnetChain } from './chain/devnet-chain.ts';
import { genesisState, genesisTipset } from './chain/genesis.ts';
import { DevnetKeys } from './chain/keys.ts';
import { SeededRandom } from './chain/seeded-random.ts';
import type { DevnetOptions } from './devnet-options.ts';
import { MemoryBlocks } from './state/blocks.ts';
import { ChainFolder, StateMismatchError } from './store/chain-folder.ts';
import { type ChainLog, NO_LOG } from './store/chain-log.ts';

const DEFAULT_HISTORY_EPOCHS = 150;
/** Chains of one seed still differ by their genesis time. */
const DEFAULT_SEED = 'sextant';

export interface OpenedChain {
  readonly chain: DevnetChain;
  readonly log: ChainLog;
}

/** The chain of a data folder as it was left, or a new one with some history. */
export function openChain(options: DevnetOptions): OpenedChain {
  const historyEpochs = options.historyEpochs ?? DEFAULT_HISTORY_EPOCHS;
  const fresh = {
    seed: options.seed ?? DEFAULT_SEED,
    // Such that the history ends about now.
    genesisTime: options.genesisTime ?? Math.floor(Date.now() / 1000) - historyEpochs * BLOCK_DELAY_SECONDS,
  };
  if (options.dataFolder === undefined) {
    const chain = chainFor(fresh, NO_LOG);
    produceHistory(chain, historyEpochs);
    return { chain, log: NO_LOG };
  }
  const folder = new ChainFolder(options.dataFolder, fresh, options.seed);
  try {
    return resume(folder, historyEpochs);
  } catch (error) {
    if (!(error instanceof StateMismatchError)) throw error;
    // Written by other rules: kept aside, and a new chain begins in its place.
    folder.setAside();
    return resume(new ChainFolder(options.dataFolder, fresh, options.seed), historyEpochs);
  }
}

function resume(folder: ChainFolder, historyEpochs: number): OpenedChain {
  const chain = chainFor(folder.identity, folder, folder);
  folder.replay(chain);
  if (chain.head.height === 0) produceHistory(chain, historyEpochs);
  return { chain, log: folder };
}

function chainFor(identity: { readonly seed: string; readonly genesisTime: number }, log: ChainLog, folder?: ChainFolder): DevnetChain {
  const random = new SeededRandom(identity.seed);
  const keys = new DevnetKeys(random);
  const blocks = new MemoryBlocks();
  const { genesisTime } = identity;
  const genesis = genesisTipset(genesisState({ blocks, random, keys, genesisTime }), genesisTime, random);
  const base = folder?.base();
  return new DevnetChain({ blocks, random, keys, genesisTime, genesis, log, ...(base === undefined ? {} : { base }) });
}

function produceHistory(chain: DevnetChain, epochs: number): void {
  for (let epoch = 0; epoch < epochs; epoch += 1) chain.advance();
  chain.settle();
}
