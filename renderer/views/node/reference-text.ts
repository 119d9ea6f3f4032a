/**
 * The answers formatted as the Lotus commands print them, for comparison with their output (Lotus v1.36 cli/sync.go, cli/net.go,
 * cli/chain.go, cli/status.go, cli/version.go). Lines end with a newline.
 */
import type { NodePeer, NodeStatus, SyncWorker } from '../../../shared/ipc/schemas/node.ts';

type ValueOf<K extends keyof NodeStatus> = Extract<NodeStatus[K], { value: unknown }>['value'];

/** `lotus version`, without the line of the client itself. */
export function versionText({ software, apiVersion }: ValueOf<'version'>): string {
  return `Daemon:  ${software}${apiVersion === undefined ? '' : `+api${apiVersion}`}\n`;
}

/** `lotus net peers -a`: by ID, descending; with the agent if it is known. */
export function peersText(peers: readonly NodePeer[]): string {
  return [...peers]
    .sort((left, right) => (left.peerId > right.peerId ? -1 : left.peerId < right.peerId ? 1 : 0))
    .map(({ peerId, addresses, agent }) => `${peerId}, [${addresses.join(' ')}]${agent === undefined ? '' : `, ${agent}`}\n`)
    .join('');
}

/** `lotus net listen`. */
export function listenText({ peerId, addresses }: ValueOf<'listening'>): string {
  return addresses.map((address) => `${address}/p2p/${peerId}\n`).join('');
}

/** `lotus sync status`. */
export function syncText(workers: readonly SyncWorker[]): string {
  return `sync status:\n${workers.map(workerText).join('')}`;
}

function workerText({ workerId, base, target, heightDiff, stage, height, elapsedMs, message }: SyncWorker): string {
  const lines = [
    `worker ${workerId}:`,
    `\tBase:\t[${base?.key.join(' ') ?? ''}]`,
    `\tTarget:\t[${target?.key.join(' ') ?? ''}] (${target?.height ?? 0})`,
    `\tHeight diff:\t${heightDiff}`,
    `\tStage: ${stage}`,
    `\tHeight: ${height}`,
    ...(elapsedMs === undefined ? [] : [`\tElapsed: ${goDuration(elapsedMs)}`]),
    ...(stage === 'error' ? [`\tError: ${message ?? ''}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** `lotus chain head`. */
export function headText({ key }: ValueOf<'chain'>): string {
  return `${key.join('\n')}\n`;
}

/** `lotus net bandwidth`. */
export function bandwidthText({ totalIn, totalOut, rateIn, rateOut }: ValueOf<'bandwidth'>): string {
  const head = ['Segment', 'TotalIn', 'TotalOut', 'RateIn', 'RateOut'];
  const row = ['Total', siBytes(totalIn), siBytes(totalOut), `${siBytes(rateIn)}/s`, `${siBytes(rateOut)}/s`];
  const widths = head.map((title, index) => Math.max(title.length, row[index]?.length ?? 0));
  return [head, row]
    .map((cells) => `${cells.map((cell, index) => (index === cells.length - 1 ? cell : cell.padEnd((widths[index] ?? 0) + 2))).join('')}\n`)
    .join('');
}

/** `lotus net reachability`. */
export function reachabilityText({ reachability, publicAddresses }: ValueOf<'natStatus'>): string {
  const status = `${reachability[0]?.toUpperCase()}${reachability.slice(1)}`;
  return `AutoNAT status:  ${status}\n${publicAddresses.length === 0 ? '' : `Public address: [${publicAddresses.join(' ')}]\n`}`;
}

/** Below this number of blocks in a tipset, `lotus status` reports an unhealthy chain. */
const MIN_HEALTHY_BLOCKS = 4.75;
const FINALITY_EPOCHS = 900;

/** `lotus status --chain`. */
export function statusText(status: ValueOf<'nodeStatus'>): string {
  const { blocksPerTipsetLast100: last100, blocksPerTipsetLastFinality: lastFinality } = status;
  const lines = [
    `Sync Epoch: ${status.epoch}`,
    `Epochs Behind: ${status.epochsBehind}`,
    `Peers to Publish Messages: ${status.peersToPublishMessages}`,
    `Peers to Publish Blocks: ${status.peersToPublishBlocks}`,
  ];
  if (last100 !== undefined && lastFinality !== undefined && status.epoch > FINALITY_EPOCHS) {
    const mark = (blocks: number): string => `${blocks.toFixed(6)} ${blocks >= MIN_HEALTHY_BLOCKS ? '[OK]' : '[UNHEALTHY]'}`;
    lines.push(`Blocks per TipSet in last 100 epochs: ${mark(last100)}`, `Blocks per TipSet in last finality: ${mark(lastFinality)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A duration as Go writes it: `16.718371ms`, `1h2m59.7s`. */
export function goDuration(durationMs: number): string {
  const isNegative = durationMs < 0;
  const nanoseconds = BigInt(Math.round(Math.abs(durationMs) * 1_000_000));
  const sign = isNegative && nanoseconds > 0n ? '-' : '';
  if (nanoseconds === 0n) return '0s';
  if (nanoseconds < 1000n) return `${sign}${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${sign}${decimal(nanoseconds, 3)}µs`;
  if (nanoseconds < 1_000_000_000n) return `${sign}${decimal(nanoseconds, 6)}ms`;
  const minutes = nanoseconds / 60_000_000_000n;
  const seconds = `${decimal(nanoseconds % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return `${sign}${seconds}`;
  const hours = minutes / 60n;
  return `${sign}${hours === 0n ? '' : `${hours}h`}${minutes % 60n}m${seconds}`;
}

function decimal(value: bigint, places: number): string {
  const scale = 10n ** BigInt(places);
  const fraction = (value % scale).toString().padStart(places, '0').replace(/0+$/, '');
  return `${value / scale}${fraction === '' ? '' : `.${fraction}`}`;
}

const SI_UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];

/** Bytes in powers of 1000, with one decimal place below 10, as go-humanize formats them. */
export function siBytes(bytes: number): string {
  const whole = Math.max(0, Math.floor(bytes));
  if (whole < 10) return `${whole} B`;
  const power = Math.min(SI_UNITS.length - 1, Math.floor(Math.log10(whole) / 3));
  const scaled = Math.floor((whole / 1000 ** power) * 10 + 0.5) / 10;
  return `${scaled < 10 ? scaled.toFixed(1) : halfToEven(scaled)} ${SI_UNITS[power]}`;
}

/** Go's `%.0f` rounds a half to the even neighbour. */
function halfToEven(value: number): number {
  const rounded = Math.round(value);
  return value % 1 === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded;
}
