/**
 * Prints the differences between a node's upgrade schedule and this release, one line each, for the preparation of a release. Run by
 * `npm run check:upgrades`; exits with 0 if there are none, 1 if there are some, 2 if the node could not be read.
 *
 * The reply is untrusted: it is bounded and validated, and names are printed without control characters.
 */
import { differencesOf, type UpgradeDifference } from '../shared/domain/chain/network-version.ts';
import { parseLosslessJson } from '../shared/rpc/lossless-json.ts';
import { formatInteger } from '../shared/text/format.ts';
import { sanitiseToText } from '../shared/text/sanitise.ts';
import { zNodeNetworkParams } from '../shared/validation/node/node-status.ts';

const TIMEOUT_MS = 30_000;
const MAX_REPLY_LENGTH = 1024 * 1024;
const MAX_NAME = 80;

async function readParams(endpoint: string) {
  const response = await fetch(endpoint, {
    method: 'POST',
    redirect: 'error',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Filecoin.StateGetNetworkParams', params: [] }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the endpoint answered with HTTP status ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_REPLY_LENGTH) throw new Error('the reply is too long');
  const reply = parseLosslessJson(text);
  if (typeof reply !== 'object' || reply === null || !('result' in reply)) {
    throw new Error('the endpoint does not serve StateGetNetworkParams');
  }
  const params = zNodeNetworkParams.safeParse(reply.result);
  if (!params.success || params.data.ForkUpgradeParams === undefined || params.data.ForkUpgradeParams === null) {
    throw new Error('the answer has no upgrade schedule');
  }
  return { networkName: params.data.NetworkName, upgrades: params.data.ForkUpgradeParams };
}

function lineOf({ name, height, knownHeight }: UpgradeDifference): string {
  const given = height === undefined ? 'not scheduled at the node' : `${formatInteger(height)} at the node`;
  return `${sanitiseToText(name, MAX_NAME)}: ${given}, ${knownHeight === undefined ? 'unknown' : formatInteger(knownHeight)} in Sextant`;
}

const [endpoint = ''] = process.argv.slice(2);
try {
  const { networkName, upgrades } = await readParams(endpoint);
  const differences = differencesOf(networkName, upgrades);
  const network = sanitiseToText(networkName, MAX_NAME);
  const count = Object.keys(upgrades).length;
  process.stdout.write(
    differences.length === 0
      ? `${network}: all ${count} schedule entries match.\n`
      : `${network}: ${differences.length} of ${count} schedule entries differ.\n${differences.map(lineOf).join('\n')}\n`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `Could not read the schedule of ${sanitiseToText(endpoint, 200)}: ${reason}. Check the URL and that the node is running.\n`,
  );
  process.exitCode = 2;
}
