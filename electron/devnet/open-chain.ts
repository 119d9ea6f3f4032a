import { defined } from '../../shared/collections/defined.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { BLOCK_DELAY_SECONDS } from './chain/block-builder.ts';
import { DevnetChain } from './chain/devnet-chain.ts';
import { genesisState, genesisTipset } from './chain/genesis.ts';
import { DevnetKeys } from './chain/keys.ts';
import { SeededRandom } from './chain/seeded-random.ts';
import { DEFAULT_KEPT_EPOCHS, type DevnetOptions } from './devnet-options.ts';
import { MissingBlockError } from './state/blocks.ts';
import { ChainFolder, type ChainFolderOptions, ChainMismatchError, type NetworkIdentity } from './store/chain-folder.ts';
import { type ChainLog, memoryLog } from './store/chain-log.ts';
import type { LoggedChain } from './store/logged-chain.ts';
import { MemorySegment } from './store/memory-segment.ts';
import { Segmentation } from './store/segmentation.ts';
import { SegmentedBlocks } from './store/segmented-blocks.ts';
import { UPGRADED_FROM_START } from './upgrade/network-rules.ts';

const DEFAULT_HISTORY_EPOCHS = 150;
/** Chains with the same seed differ by their genesis time. */
const DEFAULT_SEED = 'sextant';

export interface OpenedChain {
  readonly chain: DevnetChain;
  readonly log: ChainLog;
  /** Data folder of the chain; undefined in memory. */
  readonly folder: ChainFolder | undefined;
}

/** Open the chain of a data folder, or create one with some history. */
export function openChain(options: DevnetOptions, onMaking: () => void = () => undefined): OpenedChain {
  const historyEpochs = options.historyEpochs ?? DEFAULT_HISTORY_EPOCHS;
  const keptEpochs = options.keptEpochs ?? DEFAULT_KEPT_EPOCHS;
  const fresh = {
    seed: options.seed ?? DEFAULT_SEED,
    // The history ends about now.
    genesisTime: options.genesisTime ?? Math.floor(Date.now() / 1000) - historyEpochs * BLOCK_DELAY_SECONDS,
    largeMinerSectors: options.largeMinerSectors ?? 0,
    upgradeEpoch: options.upgradeEpoch ?? UPGRADED_FROM_START,
    streams: options.streams ?? 'one',
  };
  const opened =
    options.dataFolder === undefined
      ? openInMemory(fresh, { keptEpochs, onMaking })
      : openFolder({ folder: options.dataFolder, fresh, requestedSeed: options.seed, keptEpochs }, onMaking);
  if (opened.chain.head.height === 0) produceHistory(opened.chain, historyEpochs);
  return opened;
}

function openInMemory(identity: NetworkIdentity, { keptEpochs, onMaking }: Making): OpenedChain {
  onMaking();
  const blocks = new SegmentedBlocks((start) => new MemorySegment(start));
  const log = memoryLog(new Segmentation(blocks, keptEpochs));
  return { chain: chainOf(identity, { blocks, log, keptEpochs }), log, folder: undefined };
}

interface Making {
  readonly keptEpochs: number;
  readonly onMaking: () => void;
}

function openFolder(options: ChainFolderOptions, onMaking: () => void): OpenedChain {
  const folder = new ChainFolder(options);
  try {
    return resume(folder, { ...options, onMaking });
  } catch (error) {
    const isUnreadable = error instanceof ChainMismatchError || error instanceof MissingBlockError || error instanceof DomainError;
    if (!isUnreadable) throw error;
    // Incompatible or damaged: set it aside and create a new chain.
    folder.setAside();
    return resume(new ChainFolder(options), { ...options, onMaking });
  }
}

function resume(folder: ChainFolder, { keptEpochs, onMaking }: Making): OpenedChain {
  const logged = folder.read();
  if (logged === undefined) onMaking();
  const chain = chainOf(folder.identity, { blocks: folder.blocks, log: folder, keptEpochs }, logged);
  if (logged === undefined) folder.begin(chain.store.genesis);
  else folder.resume(chain, logged);
  return { chain, log: folder, folder };
}

interface Keeping {
  readonly blocks: SegmentedBlocks;
  readonly log: ChainLog;
  readonly keptEpochs: number;
}

function chainOf(identity: NetworkIdentity, keeping: Keeping, logged?: LoggedChain): DevnetChain {
  const { seed, genesisTime, largeMinerSectors, upgradeEpoch, streams } = identity;
  const rules = { upgradeEpoch, streams };
  const random = new SeededRandom(seed);
  const keys = new DevnetKeys(random);
  const { blocks } = keeping;
  const genesis =
    logged?.genesis ?? genesisTipset(genesisState({ blocks, random, keys, genesisTime, rules, largeMinerSectors }), genesisTime, random);
  return new DevnetChain({ ...keeping, random, keys, genesisTime, rules, genesis, ...defined({ base: logged?.base }) });
}

function produceHistory(chain: DevnetChain, epochs: number): void {
  for (let epoch = 0; epoch < epochs; epoch += 1) chain.advance();
  chain.settle();
}
