import { IconRefresh, IconRoute2 } from '@tabler/icons-react';
import { type ReactNode, use, useCallback, useRef } from 'react';
import { useLocation } from 'wouter';
import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { PanelError } from '../../../shared/ipc/schemas/common.ts';
import type { ConnectionsState } from '../../../shared/ipc/schemas/connections.ts';
import type { NodeStatus } from '../../../shared/ipc/schemas/node.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue, type KeyValueRow } from '../../components/KeyValue.tsx';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { PassportButton } from '../../components/PassportButton.tsx';
import { callsOf, PanelContent, QueryContent } from '../../components/QueryContent.tsx';
import { ScrollArea } from '../../components/ScrollArea.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { AHEAD_WORDS, aheadMs, aheadText } from '../../lib/chain-clock.ts';
import { classNames } from '../../lib/class-names.ts';
import { markedWhileDown } from '../../lib/error-of-head.ts';
import { errorWords } from '../../lib/error-words.ts';
import { expectedBlocks } from '../../lib/expected-blocks.ts';
import { retryWords } from '../../lib/head-words.ts';
import { IsDownContext } from './is-down-context.ts';
import { multiaddrWords } from './multiaddr-words.ts';
import { NotServed } from './NotServed.tsx';
import styles from './node.module.css';
import { PeersPanel } from './PeersPanel.tsx';
import { bandwidthText, headText, listenText, reachabilityText, siBytes, statusText, versionText } from './reference-text.ts';
import { SyncPanel } from './SyncPanel.tsx';
import { useCalmRefresh } from './use-calm-refresh.ts';

/** The node that the connection leads to: who it is, whom it knows, how far it has come. */
export function NodeView() {
  const isByHand = useRef(false);
  const query = useQuery('node', (client) => {
    const request = isByHand.current ? { isByHand: true } : {};
    isByHand.current = false;
    return client.node.getStatus(request);
  });
  const askAgain = useCallback(() => {
    isByHand.current = true;
    query.refresh();
  }, [query.refresh]);
  const connections = useTopic('connections.changed');
  const active = connections?.connections.find(({ id }) => id === connections.activeId);
  const head = useTopic('chain.headChanged');
  const shown = markedWhileDown(query, head);
  useCalmRefresh(query);
  return (
    <SplitView>
      <PageHead
        title="Node"
        sub={
          active === undefined ? undefined : (
            <>
              {active.name}
              {query.dataAtMs === undefined ? undefined : (
                <>
                  , {shown.error === undefined ? 'asked' : 'last answered'} <TimeText timeMs={query.dataAtMs} />
                </>
              )}
            </>
          )
        }
        actions={
          <>
            {query.data === undefined || !hasAbsent(query.data) ? undefined : <PassportButton />}
            <Button size="small" icon={IconRefresh} isBusy={query.isLoading && query.data !== undefined} onClick={askAgain}>
              Ask again
            </Button>
          </>
        }
      />
      {shown.error === undefined || shown.data === undefined ? undefined : (
        <DownNote error={shown.error} name={active?.name ?? 'The endpoint'} />
      )}
      <ScrollArea label="Node">
        <QueryContent query={shown} skeleton={<SkeletonRows rows={12} columns={4} />}>
          {(status) => (
            <NodeParts
              status={status}
              isDown={shown.error !== undefined}
              facts={{ expected: expectedBlocks(head?.networkName), capabilities: connections?.capabilities, askedAtMs: shown.dataAtMs }}
              onRetry={askAgain}
            />
          )}
        </QueryContent>
      </ScrollArea>
    </SplitView>
  );
}

function hasAbsent(status: NodeStatus): boolean {
  return Object.values(status).some((part) => typeof part === 'object' && 'error' in part && part.error.code === 'method-not-served');
}

/** Why nothing new comes, once for all parts: each keeps what was known last. */
function DownNote({ error, name }: { readonly error: ErrorEnvelope; readonly name: string }) {
  const [, navigate] = useLocation();
  const details: PanelError['details'] = error.details;
  const callId = details?.callId;
  return (
    <Note
      tone="warning"
      title={`${name}: ${errorWords(error.code, details?.method).title.toLowerCase()}`}
      actions={
        callId === undefined ? undefined : (
          <Button size="small" kind="quiet" icon={IconRoute2} onClick={() => navigate(`/inspector/${callId}`)}>
            Show the call
          </Button>
        )
      }
    >
      <UntrustedText text={error.message} maximumLength={400} /> <span className="mono t3">{error.code}</span>
      <br />
      Below is what the node said last. {retryWords(error.code)}
    </Note>
  );
}

/** What the parts are judged by besides what they say. */
interface Circumstances {
  /** Blocks in a tipset; undefined where no number is expected. */
  readonly expected: number | undefined;
  readonly capabilities: ConnectionsState['capabilities'] | undefined;
  readonly askedAtMs: number | undefined;
}

interface NodePartsProps {
  readonly status: NodeStatus;
  /** The parts are from before the node stopped answering. */
  readonly isDown: boolean;
  readonly facts: Circumstances;
  readonly onRetry: () => void;
}

function NodeParts({ status, isDown, facts, onRetry }: NodePartsProps) {
  return (
    <IsDownContext value={isDown}>
      <div className={classNames('ruled', styles.thirds)}>
        <Facts
          title="Software"
          panel={status.version}
          onRetry={onRetry}
          text={versionText}
          command="lotus version"
          rows={(value) => versionRows(value, status)}
        />
        <Facts
          title="Chain head"
          panel={status.chain}
          onRetry={onRetry}
          text={headText}
          command="lotus chain head"
          rows={(value) => headRows(value, status, facts)}
        />
        <Facts
          title="Health"
          panel={status.nodeStatus}
          onRetry={onRetry}
          text={statusText}
          command="lotus status --chain"
          rows={(value) => healthRows(value, facts)}
        />
      </div>
      <SyncPanel panel={status.sync} onRetry={onRetry} />
      <div className={classNames('ruled', styles.thirds)}>
        <div className="col">
          <Facts
            title="Identity"
            panel={status.peerId}
            onRetry={onRetry}
            text={({ peerId }) => `${peerId}\n`}
            command="lotus net id"
            rows={identityRows}
          />
          <Facts
            title="Listens at"
            panel={status.listening}
            onRetry={onRetry}
            text={listenText}
            command="lotus net listen"
            rows={listenRows}
          />
        </div>
        <div className="col">
          <Facts
            title="Reachability"
            panel={status.natStatus}
            onRetry={onRetry}
            text={reachabilityText}
            command="lotus net reachability"
            rows={reachabilityRows}
          />
          <Facts
            title="Bandwidth"
            panel={status.bandwidth}
            onRetry={onRetry}
            text={bandwidthText}
            command="lotus net bandwidth"
            rows={bandwidthRows}
          />
        </div>
        <Facts title="Fast finality (F3)" panel={status.f3} onRetry={onRetry} rows={f3Rows} />
      </div>
      <PeersPanel key={status.connectionId} panel={status.peers} onRetry={onRetry} />
      <Facts title="Network" panel={status.network} onRetry={onRetry} rows={networkRows} after={(value) => <Upgrades value={value} />} />
    </IsDownContext>
  );
}

type Part = Exclude<keyof NodeStatus, 'connectionId'>;
type ValueOf<K extends Part> = Extract<NodeStatus[K], { value: unknown }>['value'];
type Rows = readonly (KeyValueRow | undefined)[];

interface FactsProps<T> {
  readonly title: string;
  readonly panel:
    | { value: T; calls: NonNullable<ReturnType<typeof callsOf>> }
    | { error: Extract<NodeStatus['f3'], { error: unknown }>['error'] };
  readonly onRetry: () => void;
  readonly rows: (value: T) => Rows;
  readonly after?: (value: T) => ReactNode;
  /** What the reference client prints of it. */
  readonly text?: (value: T) => string;
  readonly command?: string;
}

/** One part of the node, from calls of its own. */
function Facts<T>({ title, panel, onRetry, rows, after, text, command }: FactsProps<T>) {
  const isDown = use(IsDownContext);
  const value = 'error' in panel ? undefined : panel.value;
  return (
    <Panel
      title={title}
      sub={isDown && value !== undefined ? 'as last known' : undefined}
      calls={callsOf(panel)}
      actions={
        value === undefined || text === undefined ? undefined : <CopyButton text={text(value)} label={`Copy as ${command} prints it`} />
      }
    >
      {'error' in panel && panel.error.code === 'method-not-served' ? (
        <NotServed error={panel.error} />
      ) : (
        <PanelContent panel={panel} onRetry={onRetry}>
          {(known) => (
            <PanelBody>
              <KeyValue labelWidthPx={124} rows={rows(known)} />
              {after?.(known)}
            </PanelBody>
          )}
        </PanelContent>
      )}
    </Panel>
  );
}

function versionRows({ software, agent, apiVersion, compatibility }: ValueOf<'version'>, { startTime }: NodeStatus): Rows {
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
    'error' in startTime ? undefined : { label: 'Running since', value: <TimeText timeMs={startTime.value.timeMs} as="full" /> },
  ];
}

function headRows(
  { height, key, timeMs, epochsBehind }: ValueOf<'chain'>,
  { network }: NodeStatus,
  { capabilities, askedAtMs }: Circumstances,
): Rows {
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
        : { label: 'Behind', value: epochsBehind === 0 ? 'not at all' : `${formatInteger(epochsBehind)} epochs by this machine’s clock` },
    first === undefined
      ? undefined
      : { label: key.length === 1 ? 'Block' : `${key.length} blocks`, value: <HashText cid={first} hasCopy /> },
    'error' in network || network.value.networkVersion === undefined
      ? undefined
      : { label: 'Network version', value: String(network.value.networkVersion) },
  ];
}

/** Blocks in a tipset below which the reference client calls a chain unhealthy. */
const HEALTHY_BLOCKS = 4.75;

function healthRows(value: ValueOf<'nodeStatus'>, { expected }: Circumstances): Rows {
  const blocks = (count: number): ReactNode =>
    expected === undefined ? (
      count.toFixed(2)
    ) : (
      <StatusText tone={count >= HEALTHY_BLOCKS ? 'success' : 'warning'}>
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

function identityRows({ peerId }: ValueOf<'peerId'>): Rows {
  return [
    {
      label: 'Peer id',
      value: (
        <Traced of="ID">
          <UntrustedText text={peerId} maximumLength={100} isMono />
        </Traced>
      ),
      isWrapped: true,
    },
  ];
}

function listenRows({ addresses }: ValueOf<'listening'>): Rows {
  return addresses.length === 0
    ? [{ label: 'Address', value: <span className="t3">none: nobody can connect to it</span> }]
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
  public: { tone: 'success', words: 'others can connect to it' },
  private: { tone: 'warning', words: 'others cannot connect to it' },
  unknown: { tone: 'neutral', words: 'not known yet' },
};

function reachabilityRows({ reachability, publicAddresses }: ValueOf<'natStatus'>): Rows {
  const { tone, words } = REACHABILITY[reachability];
  return [
    {
      label: 'From outside',
      value: (
        <Traced of="NetAutoNatStatus Reachability">
          <StatusText tone={tone}>{words}</StatusText>
        </Traced>
      ),
    },
    ...publicAddresses.map((address, index) => ({
      label: index === 0 ? 'Seen as' : '\u00a0'.repeat(index),
      value: <Multiaddr text={address} />,
    })),
  ];
}

function bandwidthRows({ totalIn, totalOut, rateIn, rateOut }: ValueOf<'bandwidth'>): Rows {
  const row = (way: 'In' | 'Out', total: number, rate: number): ReactNode => (
    <>
      <Traced of={`NetBandwidthStats Rate${way}`}>{siBytes(rate)}/s</Traced>{' '}
      <span className="t3">
        <Traced of={`NetBandwidthStats Total${way}`}>{siBytes(total)}</Traced> in all
      </span>
    </>
  );
  return [
    { label: 'Received', value: row('In', totalIn, rateIn) },
    { label: 'Sent', value: row('Out', totalOut, rateOut) },
  ];
}

function f3Rows({ isRunning, instance, round, phase, finalizedHeight, finalizedKey }: ValueOf<'f3'>): Rows {
  const [first] = finalizedKey ?? [];
  return [
    {
      label: 'State',
      value: isRunning ? <StatusText tone="success">running</StatusText> : <StatusText tone="neutral">off on this node</StatusText>,
    },
    instance === undefined ? undefined : { label: 'Instance', value: <Traced of="F3GetProgress ID">{formatInteger(instance)}</Traced> },
    round === undefined ? undefined : { label: 'Round', value: <Traced of="F3GetProgress Round">{round}</Traced> },
    phase === undefined ? undefined : { label: 'Phase', value: <Traced of="F3GetProgress Phase">{phase}</Traced> },
    finalizedHeight === undefined
      ? undefined
      : {
          label: 'Final up to',
          value: <Traced of="F3GetLatestCertificate ECChain[-1].Epoch">{`epoch ${formatInteger(finalizedHeight)}`}</Traced>,
        },
    first === undefined ? undefined : { label: 'Its block', value: <HashText cid={first} hasCopy /> },
    isRunning ? undefined : { label: 'Finality', value: <span className="t3">by Expected Consensus</span> },
  ];
}

function networkRows(value: ValueOf<'network'>): Rows {
  return [
    {
      label: 'Name',
      value: (
        <Traced of="StateGetNetworkParams NetworkName">
          <UntrustedText text={value.networkName} maximumLength={120} />
        </Traced>
      ),
    },
    value.networkVersion === undefined
      ? undefined
      : { label: 'Network version', value: <Traced of="StateNetworkVersion">{value.networkVersion}</Traced> },
    value.blockDelaySeconds === undefined
      ? undefined
      : { label: 'Epoch', value: <Traced of="StateGetNetworkParams BlockDelaySecs">{`${value.blockDelaySeconds} s`}</Traced> },
    value.genesisTimeMs === undefined
      ? undefined
      : {
          label: 'First block',
          value: (
            <Traced of="StateGetNetworkParams GenesisTimestamp">
              <TimeText timeMs={value.genesisTimeMs} as="full" />
            </Traced>
          ),
        },
    value.eip155ChainId === undefined
      ? undefined
      : { label: 'Ethereum chain id', value: <Traced of="StateGetNetworkParams Eip155ChainID">{value.eip155ChainId}</Traced> },
    value.consensusMinerMinPower === undefined
      ? undefined
      : {
          label: 'Power to win',
          value: (
            <Traced of="StateGetNetworkParams ConsensusMinerMinPower">
              {formatBytes(BigInt(value.consensusMinerMinPower), { maximumPlaces: 2 })}
            </Traced>
          ),
        },
    value.preCommitChallengeDelay === undefined
      ? undefined
      : {
          label: 'PreCommit delay',
          value: (
            <Traced of="StateGetNetworkParams PreCommitChallengeDelay">{`${formatInteger(value.preCommitChallengeDelay)} epochs`}</Traced>
          ),
        },
  ];
}

function Upgrades({ value }: { readonly value: ValueOf<'network'> }) {
  const { upgrades } = value;
  if (upgrades.length === 0) return <p className={styles.none}>The node names no upgrades: this network began with the newest version.</p>;
  return (
    <>
      <h3 className={styles.upgradesTitle}>Upgrades</h3>
      <ul className={styles.upgrades}>
        {upgrades.map(({ name, height }) => (
          <li key={`${name} ${height}`}>
            <UntrustedText text={name} maximumLength={60} /> <span className="t3">{formatInteger(height)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
