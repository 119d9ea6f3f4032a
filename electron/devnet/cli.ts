/** `npm run devnet`: the embedded node alone. Prints one JSON line when it is ready and stays until SIGINT or SIGTERM. */
import { parseArgs } from 'node:util';
import { MAX_UPGRADE_EPOCH } from './control/control-endpoint.ts';
import type { DevnetOptions } from './devnet-options.ts';
import { startDevnet } from './start-devnet.ts';

const USAGE = `Usage: npm run devnet -- [--port N] [--miner-port N] [--block-time-ms N] [--seed S] [--data DIR] [--kept-epochs N] [--large-miner N] [--upgrade-at N] [--streams S] [--gateway]
  --port N         where it answers on 127.0.0.1 (a free port)
  --miner-port N   where its storage-miner API answers (a free port)
  --block-time-ms  milliseconds of real time per epoch (4000)
  --seed S         makes the chain; a data folder of another seed is set aside
  --data DIR       where the chain and the secret of the tokens are kept (nowhere)
  --kept-epochs N  epochs of tipsets and states that are kept (2880)
  --large-miner N  sectors of one more miner of a new chain (0, which is none)
  --upgrade-at N   a new chain begins with network version 28, and N is its last epoch of it (begins with 29)
  --streams S      "mainnet" splits block rewards of a new chain as mainnet does (the miner gets all)
  --gateway        serves only what a Lotus gateway does`;
const MAX_PORT = 65_535;
const LEAST_BLOCK_TIME_MS = 20;
const MOST_BLOCK_TIME_MS = 3_600_000;
const LEAST_KEPT_EPOCHS = 100;
const MOST_KEPT_EPOCHS = 1_000_000;
const MAX_SECTORS = 1_000_000;

function fail(message: string): never {
  process.stderr.write(`${message}\n${USAGE}\n`);
  process.exit(1);
}

function numberOption(name: string, value: string | undefined, least: number, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d{1,9}$/.test(value) || number < least || number > most) fail(`Option --${name} needs a whole number from ${least} to ${most}.`);
  return number;
}

function readOptions(): DevnetOptions {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        'miner-port': { type: 'string' },
        'block-time-ms': { type: 'string' },
        seed: { type: 'string' },
        data: { type: 'string' },
        'kept-epochs': { type: 'string' },
        'large-miner': { type: 'string' },
        'upgrade-at': { type: 'string' },
        streams: { type: 'string' },
        gateway: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) {
      process.stdout.write(`${USAGE}\n`);
      process.exit(0);
    }
    const port = numberOption('port', values.port, 0, MAX_PORT);
    const minerPort = numberOption('miner-port', values['miner-port'], 0, MAX_PORT);
    const blockTimeMs = numberOption('block-time-ms', values['block-time-ms'], LEAST_BLOCK_TIME_MS, MOST_BLOCK_TIME_MS);
    const keptEpochs = numberOption('kept-epochs', values['kept-epochs'], LEAST_KEPT_EPOCHS, MOST_KEPT_EPOCHS);
    const largeMinerSectors = numberOption('large-miner', values['large-miner'], 0, MAX_SECTORS);
    const upgradeEpoch = numberOption('upgrade-at', values['upgrade-at'], 0, MAX_UPGRADE_EPOCH);
    const { streams } = values;
    if (streams !== undefined && streams !== 'mainnet') fail('Option --streams knows mainnet alone.');
    return {
      isGateway: values.gateway === true,
      ...(port === undefined ? {} : { port }),
      ...(minerPort === undefined ? {} : { minerPort }),
      ...(blockTimeMs === undefined ? {} : { blockTimeMs }),
      ...(keptEpochs === undefined ? {} : { keptEpochs }),
      ...(largeMinerSectors === undefined ? {} : { largeMinerSectors }),
      ...(upgradeEpoch === undefined ? {} : { upgradeEpoch }),
      ...(streams === undefined ? {} : { streams }),
      ...(values.seed === undefined ? {} : { seed: values.seed }),
      ...(values.data === undefined ? {} : { dataFolder: values.data, areTokensKept: true }),
    };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

try {
  const node = await startDevnet(readOptions());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void node.stop().then(() => process.exit(0)));
  }
  const { httpUrl, wsUrl, minerUrl, controlUrl, tokens, opening } = node;
  if (opening.lostEpochs !== undefined) {
    process.stderr.write(`The last ${opening.lostEpochs} epochs of the chain were damaged on disk. It goes on from before them.\n`);
  }
  if (opening.replaced !== undefined) {
    const why = { 'other-version': 'was written by other rules', damaged: 'could not be read', 'other-seed': 'is of another seed' };
    process.stderr.write(
      `The chain in this folder ${why[opening.replaced.reason]} and is kept in ${opening.replaced.folder}. A new one began.\n`,
    );
    // Nobody else asks for it here.
    node.dismissReplaced();
  }
  process.stdout.write(`${JSON.stringify({ node: httpUrl, ws: wsUrl, miner: minerUrl, control: controlUrl, tokens })}\n`);
} catch (error) {
  process.stderr.write(`The embedded node could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
