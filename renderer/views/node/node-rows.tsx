/** The rows of each panel of the node screen. */
import type { ReactNode } from 'react';
import { AHEAD_WORDS, aheadMs, aheadText } from '../../../shared/domain/chain/chain-clock.ts';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { ConnectionsState } from '../../../shared/ipc/schemas/connections.ts';
import type { NodeStatus } from '../../../shared/ipc/schemas/node.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import type { KeyValueRow } from '../../components/values/KeyValue.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { HeadVersion } from './HeadVersion.tsx';
import { multiaddrWords } from './multiaddr-words.ts';
import { siBytes } from './reference-text.ts';

/** Facts from elsewhere that the rows need. */
export interface RowContext {
  /** Expected blocks in a tipset; undefined on practice networks. */
  readonly expected: number | undefined;
  readonly capabilities: ConnectionsState['capabilities'] | undefined;
  readonly askedAtMs: number | undefined;
}

type Part = Exclude<keyof NodeStatus, 'connectionId'>;
export type ValueOf<K extends Part> = Extract<NodeStatus[K], { value: unknown }>['value'];
export type Rows = readonly (KeyValueRow | undefined)[];

export function versionRows({ software, agent, apiVersion, compatibility }: ValueOf<'version'>, { startTime }: NodeStatus): Rows {
  return [
    {
      label: 'Version',
      value: (
        <Traced of="Version Version">
          <UntrustedText text={software} maximumLength={200} isMono />
        </Traced>
      ),
      isWrapped: true,
    },
    agent === undefined
      ? undefined
      : {
          label: 'Agent',
          value: (
            <Traced of="Version Agent">
              <UntrustedText text={agent} maximumLength={80} />
            </Traced>
          ),
        },
    apiVersion === undefined
      ? undefined
      : {
          label: 'API version',
          value: <StatusText tone={compatibility?.isCompatible === false ? 'warning' : 'success'}>{apiVersion}</StatusText>,
        },
    compatibility === undefined ? undefined : { label: '', value: <span className="t3 s12">{compatibility.words}</span>, isWrapped: true },
    'error' in startTime ? undefined : { label: 'Started', value: <TimeText timeMs={startTime.value.timeMs} as="full" /> },
  ];
}

export function headRows({ height, key, timeMs, epochsBehind }: ValueOf<'chain'>, { capabilities, askedAtMs }: RowContext): Rows {
  const [first] = key;
  const ahead = askedAtMs === undefined ? undefined : aheadMs(timeMs, askedAtMs, capabilities);
  return [
    { label: 'Epoch', value: <Traced of="ChainHead Height">{formatInteger(height)}</Traced> },
    {
      label: 'Time',
      value: (
        <Traced of="ChainHead Blocks[0].Timestamp">
          <TimeText timeMs={timeMs} as="full" />
        </Traced>
      ),
    },
    ahead !== undefined
      ? {
          label: 'Ahead',
          value: (
            <>
              <StatusText tone="warning">{aheadText(ahead)}</StatusText>
              <span className="t3 s12"> {AHEAD_WORDS}</span>
            </>
          ),
          isWrapped: true,
        }
      : epochsBehind === undefined
        ? undefined
        : { label: 'Behind', value: `${formatCount(epochsBehind, 'epoch')} by this machine’s clock` },
    first === undefined
      ? undefined
      : { label: key.length === 1 ? 'Block' : `${key.length} blocks`, value: <HashText cid={first} hasCopy /> },
    { label: 'Network version', value: <HeadVersion height={height} /> },
  ];
}

/** Below this number of blocks in a tipset, `lotus status` reports an unhealthy chain. */
const MIN_HEALTHY_BLOCKS = 4.75;

export function healthRows(value: ValueOf<'nodeStatus'>, { expected }: RowContext): Rows {
  const blocks = (count: number): ReactNode =>
    expected === undefined ? (
      count.toFixed(2)
    ) : (
      <StatusText tone={count >= MIN_HEALTHY_BLOCKS ? 'success' : 'warning'}>
        {count.toFixed(2)} <span className="t3">{expected} expected</span>
      </StatusText>
    );
  const { blocksPerTipsetLast100: last100, blocksPerTipsetLastFinality: lastFinality } = value;
  return [
    { label: 'Sync epoch', value: <Traced of="NodeStatus SyncStatus.Epoch">{formatInteger(value.epoch)}</Traced> },
    { label: 'Epochs behind', value: <Traced of="NodeStatus SyncStatus.Behind">{formatInteger(value.epochsBehind)}</Traced> },
    {
      label: 'Message peers',
      value: <Traced of="NodeStatus PeerStatus.PeersToPublishMsgs">{formatInteger(value.peersToPublishMessages)}</Traced>,
    },
    {
      label: 'Block peers',
      value: <Traced of="NodeStatus PeerStatus.PeersToPublishBlocks">{formatInteger(value.peersToPublishBlocks)}</Traced>,
    },
    last100 === undefined
      ? undefined
      : { label: 'Blocks, last 100', value: <Traced of="NodeStatus ChainStatus.BlocksPerTipsetLast100">{blocks(last100)}</Traced> },
    lastFinality === undefined
      ? undefined
      : {
          label: 'Blocks, last 900',
          value: <Traced of="NodeStatus ChainStatus.BlocksPerTipsetLastFinality">{blocks(lastFinality)}</Traced>,
        },
  ];
}

export function identityRows({ peerId }: ValueOf<'peerId'>): Rows {
  return [
    {
      label: 'Peer ID',
      value: (
        <Traced of="ID">
          <UntrustedText text={peerId} maximumLength={100} isMono />
        </Traced>
      ),
      isWrapped: true,
    },
  ];
}

export function listenRows({ addresses }: ValueOf<'listening'>): Rows {
  return addresses.length === 0
    ? [{ label: 'Address', value: <span className="t3">none; peers cannot connect to this node</span> }]
    : addresses.map((address, index) => ({
        label: index === 0 ? 'Addresses' : '\u00a0'.repeat(index),
        value: <Multiaddr text={address} />,
      }));
}

function Multiaddr({ text }: { readonly text: string }) {
  const words = multiaddrWords(text);
  return (
    <span title={text}>
      <UntrustedText text={words?.host ?? text} maximumLength={120} isMono />
      {words === undefined ? undefined : <span className="t2"> {words.port}</span>}
    </span>
  );
}

const REACHABILITY: Readonly<
  Record<ValueOf<'natStatus'>['reachability'], { readonly tone: 'success' | 'warning' | 'neutral'; readonly words: string }>
> = {
  public: { tone: 'success', words: 'reachable from outside' },
  private: { tone: 'warning', words: 'not reachable from outside' },
  unknown: { tone: 'neutral', words: 'unknown' },
};

export function reachabilityRows({ reachability, publicAddresses }: ValueOf<'natStatus'>): Rows {
  const { tone, words } = REACHABILITY[reachability];
  return [
    {
      label: 'AutoNAT status',
      value: (
        <Traced of="NetAutoNatStatus Reachability">
          <StatusText tone={tone}>{words}</StatusText>
        </Traced>
      ),
    },
    ...publicAddresses.map((address, index) => ({
      label: index === 0 ? 'Public address' : '\u00a0'.repeat(index),
      value: <Multiaddr text={address} />,
    })),
  ];
}

export function bandwidthRows({ totalIn, totalOut, rateIn, rateOut }: ValueOf<'bandwidth'>): Rows {
  const row = (direction: 'In' | 'Out', total: number, rate: number): ReactNode => (
    <>
      <Traced of={`NetBandwidthStats Rate${direction}`}>{siBytes(rate)}/s</Traced>{' '}
      <span className="t3">
        <Traced of={`NetBandwidthStats Total${direction}`}>{siBytes(total)}</Traced> total
      </span>
    </>
  );
  return [
    { label: 'Received', value: row('In', totalIn, rateIn) },
    { label: 'Sent', value: row('Out', totalOut, rateOut) },
  ];
}

export function f3Rows({ isRunning, instance, round, phase, finalizedHeight, finalizedKey }: ValueOf<'f3'>): Rows {
  const [first] = finalizedKey ?? [];
  return [
    {
      label: 'State',
      value: isRunning ? <StatusText tone="success">running</StatusText> : <StatusText tone="neutral">disabled on this node</StatusText>,
    },
    instance === undefined ? undefined : { label: 'Instance', value: <Traced of="F3GetProgress ID">{formatInteger(instance)}</Traced> },
    round === undefined ? undefined : { label: 'Round', value: <Traced of="F3GetProgress Round">{round}</Traced> },
    phase === undefined ? undefined : { label: 'Phase', value: <Traced of="F3GetProgress Phase">{phase}</Traced> },
    finalizedHeight === undefined
      ? undefined
      : {
          label: 'Finalized',
          value: <Traced of="F3GetLatestCertificate ECChain[-1].Epoch">{`epoch ${formatInteger(finalizedHeight)}`}</Traced>,
        },
    first === undefined ? undefined : { label: 'Finalized block', value: <HashText cid={first} hasCopy /> },
    isRunning ? undefined : { label: 'Finality', value: <span className="t3">Expected Consensus</span> },
  ];
}

export function networkRows(value: ValueOf<'network'>): Rows {
  return [
    {
      label: 'Name',
      isWrapped: true,
      value: (
        <Traced of="StateGetNetworkParams NetworkName">
          <UntrustedText text={value.networkName} maximumLength={120} />
        </Traced>
      ),
    },
    { label: 'Network version', value: <HeadVersion /> },
    value.blockDelaySeconds === undefined
      ? undefined
      : { label: 'Block delay', value: <Traced of="StateGetNetworkParams BlockDelaySecs">{`${value.blockDelaySeconds} s`}</Traced> },
    value.genesisTimeMs === undefined
      ? undefined
      : {
          label: 'Genesis',
          value: (
            <Traced of="StateGetNetworkParams GenesisTimestamp">
              <TimeText timeMs={value.genesisTimeMs} as="full" />
            </Traced>
          ),
        },
    value.eip155ChainId === undefined
      ? undefined
      : { label: 'Ethereum chain ID', value: <Traced of="StateGetNetworkParams Eip155ChainID">{value.eip155ChainId}</Traced> },
    value.consensusMinerMinPower === undefined
      ? undefined
      : {
          label: 'Minimum power',
          value: (
            <Traced of="StateGetNetworkParams ConsensusMinerMinPower">
              {formatBytes(BigInt(value.consensusMinerMinPower), { maximumPlaces: 2 })}
            </Traced>
          ),
        },
    value.preCommitChallengeDelay === undefined
      ? undefined
      : {
          label: 'Pre-commit delay',
          value: (
            <Traced of="StateGetNetworkParams PreCommitChallengeDelay">{`${formatInteger(value.preCommitChallengeDelay)} epochs`}</Traced>
          ),
        },
  ];
}
