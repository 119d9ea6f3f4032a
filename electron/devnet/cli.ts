/** `npm run devnet`: the embedded node alone. Prints one JSON line when it is ready and stays until SIGINT or SIGTERM. */
import { parseArgs } from 'node:util';
import { MAX_UPGRADE_EPOCH } from './control/control-endpoint.ts';
import type { DevnetOptions } from './devnet-options.ts';
import { DEFAULT_DECISION_MS, type HostedAddresses, type HostedOptions } from './hosted/hosted-options.ts';
import { startDevnet } from './start-devnet.ts';

const USAGE = `Usage: npm run devnet -- [--port N] [--miner-port N] [--block-time-ms N] [--seed S] [--data DIR] [--kept-epochs N] [--large-miner N] [--upgrade-at N] [--streams S] [--gateway] [--hosted] [--hosted-rate N] [--deals-every N] [--decide-after N]
  --port N         where it answers on 127.0.0.1 (a free port)
  --miner-port N   where its storage-miner API answers (a free port)
  --block-time-ms  milliseconds of real time per epoch (4000)
  --seed S         makes the chain; a data folder of another seed is set aside
  --data DIR       where the chain and the secret of the tokens are kept (nowhere)
  --kept-epochs N  epochs of tipsets and states that are kept (2880)
  --large-miner N  sectors of one more miner of a new chain (0, which is none)
  --upgrade-at N   a new chain begins with network version 28, and N is its last epoch of it (begins with 29)
  --streams S      "mainnet" splits block rewards of a new chain as mainnet does (the miner gets all)
  --gateway        serves only what a Lotus gateway does
  --hosted         also plays a hosted service: three networks, the file of deals, a CID checker, custom endpoints
  --hosted-rate N  requests a minute that a public hosted endpoint answers (no limit)
  --deals-every N  minutes between two versions of the file of deals (10)
  --decide-after N seconds after which a request for a custom endpoint is decided automatically (10)`;
const MAX_PORT = 65_535;
const MIN_BLOCK_TIME_MS = 20;
const MAX_BLOCK_TIME_MS = 3_600_000;
const MIN_KEPT_EPOCHS = 100;
const MAX_KEPT_EPOCHS = 1_000_000;
const MAX_SECTORS = 1_000_000;
const MAX_REQUESTS_PER_MINUTE = 1_000_000;
const MAX_DEALS_EVERY_MINUTES = 1_440;
const MAX_DECIDE_AFTER_SECONDS = 86_400;

function fail(message: string): never {
  process.stderr.write(`${message}\n${USAGE}\n`);
  process.exit(1);
}

function numberOption(name: string, value: string | undefined, least: number, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d{1,9}$/.test(value) || number < least || number > most) fail(`Option --${name} must be an integer from ${least} to ${most}.`);
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
        hosted: { type: 'boolean' },
        'hosted-rate': { type: 'string' },
        'deals-every': { type: 'string' },
        'decide-after': { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) {
      process.stdout.write(`${USAGE}\n`);
      process.exit(0);
    }
    const port = numberOption('port', values.port, 0, MAX_PORT);
    const minerPort = numberOption('miner-port', values['miner-port'], 0, MAX_PORT);
    const blockTimeMs = numberOption('block-time-ms', values['block-time-ms'], MIN_BLOCK_TIME_MS, MAX_BLOCK_TIME_MS);
    const keptEpochs = numberOption('kept-epochs', values['kept-epochs'], MIN_KEPT_EPOCHS, MAX_KEPT_EPOCHS);
    const largeMinerSectors = numberOption('large-miner', values['large-miner'], 0, MAX_SECTORS);
    const upgradeEpoch = numberOption('upgrade-at', values['upgrade-at'], 0, MAX_UPGRADE_EPOCH);
    const requestsPerMinute = numberOption('hosted-rate', values['hosted-rate'], 1, MAX_REQUESTS_PER_MINUTE);
    const dealsEvery = numberOption('deals-every', values['deals-every'], 1, MAX_DEALS_EVERY_MINUTES);
    const decideAfter = numberOption('decide-after', values['decide-after'], 0, MAX_DECIDE_AFTER_SECONDS);
    const hosted: HostedOptions = {
      decisionMs: decideAfter === undefined ? DEFAULT_DECISION_MS : decideAfter * 1_000,
      ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      ...(dealsEvery === undefined ? {} : { dealsEveryMs: dealsEvery * 60_000 }),
    };
    const { streams } = values;
    if (streams !== undefined && streams !== 'mainnet') fail('Option --streams only accepts "mainnet".');
    return {
      isGateway: values.gateway === true,
      ...(values.hosted === true ? { hosted } : {}),
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

/** Addresses of the hosted service, added to the output line. */
function hostedLine(hosted: HostedAddresses | undefined) {
  if (hosted === undefined) return {};
  const { networks, deals, cidChecker, custom, filesFolder } = hosted;
  const { mainnet, testnet, hyperspace } = networks;
  return {
    hosted: { mainnet: mainnet.httpUrl, testnet: testnet.httpUrl, hyperspace: hyperspace.httpUrl },
    deals,
    cidChecker,
    custom,
    files: filesFolder,
  };
}

try {
  const node = await startDevnet(readOptions());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void node.stop().then(() => process.exit(0)));
  }
  const { httpUrl, wsUrl, minerUrl, controlUrl, tokens, opening } = node;
  if (opening.lostEpochs !== undefined) {
    process.stderr.write(`The last ${opening.lostEpochs} epochs of the chain were damaged on disk. The chain continues before them.\n`);
  }
  if (opening.replaced !== undefined) {
    const why = { 'other-version': 'was written by another version', damaged: 'could not be read', 'other-seed': 'has another seed' };
    process.stderr.write(
      `The chain in this folder ${why[opening.replaced.reason]} and was moved to ${opening.replaced.folder}. A new chain was created.\n`,
    );
    // Not requested elsewhere here.
    node.dismissReplaced();
  }
  const line = { node: httpUrl, ws: wsUrl, miner: minerUrl, control: controlUrl, tokens, ...hostedLine(node.hosted) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
} catch (error) {
  process.stderr.write(`Could not start the embedded node: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
