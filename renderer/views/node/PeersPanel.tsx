import { IconUsers } from '@tabler/icons-react';
import { use, useEffect, useMemo, useState } from 'react';
import type { NodePeer, NodeStatus } from '../../../shared/ipc/schemas/node.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf } from '../../components/feedback/QueryContent.tsx';
import { FilterField } from '../../components/filters/FilterField.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { tallyAgents } from './agent-tally.ts';
import { multiaddrWords } from './multiaddr-words.ts';
import { NotServed } from './NotServed.tsx';
import styles from './node.module.css';
import { PeerAgentsContext, usePeerAgents } from './peer-agents.ts';
import { peersText } from './reference-text.ts';

const MAX_TALLIED = 6;

interface PeersPanelProps {
  readonly panel: NodeStatus['peers'];
  readonly onRetry: () => void;
}

/** Peers of the node, with the software they run. */
export function PeersPanel({ panel, onRetry }: PeersPanelProps) {
  return 'error' in panel ? (
    <Panel title="Peers">
      {panel.error.code === 'method-not-served' ? <NotServed error={panel.error} /> : <PanelError error={panel.error} onRetry={onRetry} />}
    </Panel>
  ) : (
    <PeerList panel={panel} />
  );
}

function PeerList({ panel }: { readonly panel: Extract<NodeStatus['peers'], { value: unknown }> }) {
  const { peers, total } = panel.value;
  const [text, setText] = useState('');
  const agents = usePeerAgents(peers);
  const { known } = agents;
  const rows = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const withAgents = peers.map((peer) => ({ ...peer, ...agentOf(known.get(peer.peerId)) }));
    return withAgents.filter(({ peerId, agent, addresses }) =>
      `${peerId} ${agent ?? ''} ${addresses.join(' ')}`.toLowerCase().includes(wanted),
    );
  }, [peers, text, known]);
  const unknownCount = peers.length - known.size;
  return (
    <Panel
      title="Peers"
      sub={<Tally agents={[...known.values()]} total={peers.length} />}
      calls={callsOf(panel)}
      actions={
        <>
          {unknownCount > 0 && peers.length > 0 ? (
            <Button
              size="small"
              kind="quiet"
              isBusy={agents.isAsking}
              disabledReason={agents.problem}
              hint="One call for each peer whose agent is unknown"
              onClick={() => agents.ask(peers.map(({ peerId }) => peerId))}
            >
              Load all agents
            </Button>
          ) : undefined}
          <CopyButton text={peersText(rows)} label="Copy as lotus net peers -a" />
        </>
      }
      hasRule
    >
      {peers.length === 0 ? (
        <PanelState icon={IconUsers} title="No peers">
          The node is not connected to other nodes. It receives no blocks, and its messages reach no one.
        </PanelState>
      ) : (
        <>
          <div className={styles.peerFilter}>
            <FilterField
              label="Filter peers"
              value={text}
              onChange={setText}
              placeholder="Peer ID, agent or address"
              count={agents.problem === undefined ? undefined : 'Agents not available from this endpoint'}
            />
          </div>
          <div className={peers.length > 10 ? styles.peers : undefined}>
            <PeerAgentsContext value={agents}>
              <CallsContext value={callsOf(panel) ?? []}>
                <DataTable
                  label="Peers"
                  unit={['peer', 'peers']}
                  columns={COLUMNS}
                  rows={rows}
                  total={total}
                  rowKey={(peer) => peer.peerId}
                  copyText={(peer) => peer.peerId}
                  isFilling={peers.length > 10}
                  hasFooter
                  exportName="peers"
                  empty={<PanelState icon={IconUsers} title="No peer matches" />}
                />
              </CallsContext>
            </PeerAgentsContext>
          </div>
        </>
      )}
    </Panel>
  );
}

function agentOf(agent: string | undefined): { readonly agent?: string } {
  return agent === undefined ? {} : { agent };
}

function Tally({ agents, total }: { readonly agents: readonly string[]; readonly total: number }) {
  const tally = tallyAgents(agents);
  if (tally.length === 0) return <>{formatCount(total, 'peer')}</>;
  const shown = tally.slice(0, MAX_TALLIED);
  return (
    <>
      {agents.length < total
        ? `${formatInteger(agents.length)} of ${formatCount(total, 'peer')} known: `
        : `${formatCount(total, 'peer')}: `}
      {shown.map(({ name, count }, index) => (
        <span key={name}>
          {index === 0 ? '' : ', '}
          <UntrustedText text={name} maximumLength={40} /> {formatInteger(count)}
        </span>
      ))}
      {tally.length > shown.length ? ` and ${tally.length - shown.length} more` : ''}
    </>
  );
}

const COLUMNS: readonly DataColumn<NodePeer>[] = [
  {
    id: 'peer',
    head: 'Peer ID',
    widthPx: 212,
    cell: (peer) => <PeerId peerId={peer.peerId} />,
    sortBy: (peer) => peer.peerId,
    text: (peer) => peer.peerId,
  },
  {
    id: 'agent',
    head: 'Agent',
    widthPx: 300,
    cell: (peer) => <Agent peer={peer} />,
    sortBy: (peer) => peer.agent ?? '\uffff',
    text: (peer) => peer.agent ?? '',
  },
  {
    id: 'address',
    head: 'Address',
    cell: (peer) => <Addresses addresses={peer.addresses} />,
    sortBy: (peer) => hostOf(peer.addresses),
    text: (peer) => peer.addresses.join(' '),
  },
];

function hostOf([first]: readonly string[]): string {
  return first === undefined ? '' : (multiaddrWords(first)?.host ?? first);
}

const ID_START = 8;
const ID_END = 12;

/** Peer IDs of one key type start alike, so more of the end is shown. */
function PeerId({ peerId }: { readonly peerId: string }) {
  const isShort = peerId.length <= ID_START + ID_END + 1;
  return (
    <span className="row g4" title={peerId.slice(0, 200)}>
      <span data-copy={peerId}>
        <UntrustedText text={isShort ? peerId : `${peerId.slice(0, ID_START)}…${peerId.slice(-ID_END)}`} isMono />
      </span>
      <CopyButton text={peerId} label="Copy peer ID" />
    </span>
  );
}

/** Requests the agent when the row is drawn, so that hidden rows cost no call. */
function Agent({ peer }: { readonly peer: NodePeer }) {
  const agents = use(PeerAgentsContext);
  const { agent, peerId } = peer;
  const ask = agents?.ask;
  useEffect(() => {
    if (agent === undefined) ask?.([peerId]);
  }, [ask, agent, peerId]);
  if (agent === undefined) return <span className="t3">{agents?.problem === undefined ? '…' : 'unknown'}</span>;
  return agent === '' ? <span className="t3">not reported</span> : <UntrustedText text={agent} maximumLength={80} />;
}

/** The first direct address, or a relay; all addresses on hover. */
function Addresses({ addresses }: { readonly addresses: readonly string[] }) {
  const words = addresses.map((address) => ({ address, words: multiaddrWords(address) }));
  const direct = words.find(({ words: found }) => found?.isRelayed === false) ?? words[0];
  if (direct === undefined) return <span className="t3">none reported</span>;
  return (
    <span title={addresses.slice(0, 30).join('\n')}>
      <UntrustedText text={direct.words?.host ?? direct.address} maximumLength={100} isMono />{' '}
      {direct.words === undefined ? undefined : <span className="t2">{direct.words.port}</span>}
      {direct.words?.isRelayed === true ? <span className="t3"> via relay</span> : undefined}
      {addresses.length > 1 ? <span className="t3"> and {addresses.length - 1} more</span> : undefined}
    </span>
  );
}
