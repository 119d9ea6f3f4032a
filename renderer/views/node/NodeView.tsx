import { IconCalendarUp, IconRefresh, IconRoute2 } from '@tabler/icons-react';
import { useCallback, useRef } from 'react';
import { useLocation } from 'wouter';
import { expectedBlocks } from '../../../shared/domain/chain/expected-blocks.ts';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { PanelError } from '../../../shared/ipc/schemas/common.ts';
import type { NodeStatus } from '../../../shared/ipc/schemas/node.ts';
import { PassportButton } from '../../components/chain/PassportButton.tsx';
import { EmbeddedNodeNotes } from '../../components/feedback/EmbeddedNodeNotes.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { classNames } from '../../lib/class-names.ts';
import { markedWhileDown } from '../../lib/error-of-head.ts';
import { errorWords } from '../../lib/error-words.ts';
import { retryWords } from '../../lib/head-words.ts';
import { BackendsPanel } from './BackendsPanel.tsx';
import { Facts } from './Facts.tsx';
import { IsDownContext } from './is-down-context.ts';
import styles from './node.module.css';
import {
  bandwidthRows,
  f3Rows,
  headRows,
  healthRows,
  identityRows,
  listenRows,
  networkRows,
  type RowContext,
  reachabilityRows,
  versionRows,
} from './node-rows.tsx';
import { PeersPanel } from './PeersPanel.tsx';
import { bandwidthText, headText, listenText, reachabilityText, statusText, versionText } from './reference-text.ts';
import { SyncPanel } from './SyncPanel.tsx';
import { Upgrades } from './Upgrades.tsx';
import { useThrottledRefresh } from './use-throttled-refresh.ts';

/** The connected node: software, head, health, sync, network identity and peers. */
export function NodeView() {
  const isByHand = useRef(false);
  const [, navigate] = useLocation();
  const query = useQuery('node', (client) => {
    const request = isByHand.current ? { isByHand: true } : {};
    isByHand.current = false;
    return client.node.getStatus(request);
  });
  const refresh = useCallback(() => {
    isByHand.current = true;
    query.refresh();
  }, [query.refresh]);
  const connections = useTopic('connections.changed');
  const active = connections?.connections.find(({ id }) => id === connections.activeId);
  const head = useTopic('chain.headChanged');
  const shown = markedWhileDown(query, head);
  useThrottledRefresh(query);
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
                  , {shown.error === undefined ? 'updated' : 'last updated'} <TimeText timeMs={query.dataAtMs} />
                </>
              )}
            </>
          )
        }
        actions={
          <>
            {query.data === undefined || !hasMissingMethod(query.data) ? undefined : <PassportButton />}
            <Button size="small" icon={IconCalendarUp} onClick={() => navigate('/node/upgrades')}>
              Upgrades
            </Button>
            <Button size="small" icon={IconRefresh} isBusy={query.isLoading && query.data !== undefined} onClick={refresh}>
              Refresh
            </Button>
          </>
        }
      />
      <EmbeddedNodeNotes />
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
              onRetry={refresh}
            />
          )}
        </QueryContent>
      </ScrollArea>
    </SplitView>
  );
}

function hasMissingMethod(status: NodeStatus): boolean {
  return Object.values(status).some((part) => typeof part === 'object' && 'error' in part && part.error.code === 'method-not-served');
}

/** Says once why the node does not answer; the panels below show the last known data. */
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
      Showing the last known data. {retryWords(error.code)}
    </Note>
  );
}

interface NodePartsProps {
  readonly status: NodeStatus;
  /** Whether the node has stopped answering and the data is old. */
  readonly isDown: boolean;
  readonly facts: RowContext;
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
          rows={(value) => headRows(value, facts)}
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
      {status.backends === undefined ? undefined : <BackendsPanel panel={status.backends} onRetry={onRetry} />}
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
            title="Listen addresses"
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
