/** Command-line options of a host. Never secrets, since other users of the machine can read the command line. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultProfileFolder } from './default-profile.ts';

export interface HostOptions {
  readonly profileFolder: string;
  /** Port of the app; the trusted document uses the next one. 0: two free ports. */
  readonly port: number;
  readonly hasEmbeddedNode: boolean;
  readonly blockTimeMs: number | undefined;
  readonly seed: string | undefined;
  /** Sectors of the embedded node's large miner; 0 for none. Applies only to a new chain. */
  readonly largeMinerSectors: number;
  /** The last epoch of network version 28 on a new practice chain; default: it starts with 29. */
  readonly upgradeEpoch: number | undefined;
  /** Whether a new practice chain splits block rewards as mainnet does. */
  readonly hasMainnetStreams: boolean;
  /** Whether the embedded node also simulates a hosted service. */
  readonly hasHostedService: boolean;
}

/** Large enough to test paging of sectors. */
const LARGE_MINER_SECTORS = 100_000;

/** Parse the arguments; `isStrict` rejects unknown ones (Electron adds its own switches).
 * @throws Error with a sentence for the user */
export function readHostOptions(args: readonly string[], isStrict: boolean): HostOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: isStrict,
    allowPositionals: !isStrict,
    options: {
      profile: { type: 'string' },
      port: { type: 'string' },
      'no-devnet': { type: 'boolean' },
      'block-time-ms': { type: 'string' },
      seed: { type: 'string' },
      'large-miner': { type: 'string' },
      'upgrade-at': { type: 'string' },
      streams: { type: 'string' },
      hosted: { type: 'boolean' },
    },
  });
  const { profile, seed, streams } = values;
  if (streams !== undefined && streams !== 'mainnet') throw new Error('Option --streams accepts only mainnet.');
  return {
    profileFolder: typeof profile === 'string' ? path.resolve(profile) : defaultProfileFolder(),
    port: wholeNumber('port', values.port, 0, 65_534) ?? 0,
    hasEmbeddedNode: values['no-devnet'] !== true,
    blockTimeMs: wholeNumber('block-time-ms', values['block-time-ms'], 20, 86_400_000),
    seed: typeof seed === 'string' ? seed : undefined,
    largeMinerSectors: wholeNumber('large-miner', values['large-miner'], 0, 1_000_000) ?? LARGE_MINER_SECTORS,
    upgradeEpoch: wholeNumber('upgrade-at', values['upgrade-at'], 0, 999_999_999),
    hasMainnetStreams: streams === 'mainnet',
    hasHostedService: values.hosted === true,
  };
}

function wholeNumber(name: string, value: unknown, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw new Error(`Option --${name} requires a whole number from ${min} to ${max}.`);
  return number;
}
