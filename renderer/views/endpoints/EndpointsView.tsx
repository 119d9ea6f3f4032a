import { IconPlus, IconRoute2 } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { formatDuration } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useSelection } from '../../hooks/use-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { retryWords } from '../../lib/head-words.ts';
import { ConnectionPane } from './ConnectionPane.tsx';
import { ConnectionRow } from './ConnectionRow.tsx';
import styles from './endpoints.module.css';
import { NewConnectionPane } from './NewConnectionPane.tsx';
import { OfferRow } from './OfferRow.tsx';
import { SavedListNote } from './SavedListNote.tsx';
import { VaultUnlockNote } from './VaultUnlockNote.tsx';

/** Selection of an endpoint that is not saved yet. */
const NEW = 'new';

/** The saved endpoints, offers from this machine, and the pane of the selected endpoint. */
export function EndpointsView() {
  const state = useTopic('connections.changed');
  const head = useTopic('chain.headChanged');
  const [selectedId, select] = useSelection('/endpoints');
  const close = useCallback(() => select(undefined), [select]);
  const selected = state?.connections.find((connection) => connection.id === selectedId);
  const active = state?.connections.find((connection) => connection.id === state.activeId);
  const problem = head?.problem;
  const paceMs = state?.capabilities.chainPaceMs;
  return (
    <SplitView
      pane={
        selectedId === NEW ? (
          <NewConnectionPane practice={state?.practiceService} onClose={close} onSaved={close} />
        ) : selected === undefined ? undefined : (
          <ConnectionPane key={selected.id} connection={selected} onClose={close} onSaved={close} />
        )
      }
    >
      <PageHead
        title="Endpoints"
        sub={active === undefined ? undefined : `in use: ${active.name}`}
        actions={
          <Button icon={IconPlus} onClick={() => select(NEW)}>
            Add endpoint
          </Button>
        }
      />
      <ScrollArea label="Endpoints">
        {state === undefined ? (
          <SkeletonRows rows={3} columns={4} />
        ) : (
          <>
            {state.problem === undefined ? undefined : <SavedListNote problem={state.problem} />}
            {problem?.code === 'vault-locked' ? (
              <VaultUnlockNote title={`Unlock the vault to connect to ${active?.name ?? 'the endpoint'}`} text={problem.message} />
            ) : undefined}
            {problem !== undefined && problem.code !== 'vault-locked' && head?.status === 'failed' && active?.kind === 'custom' ? (
              <Note
                tone="danger"
                title={problem.code === 'wrong-network' ? `${active.name} is on another network` : `Could not connect to ${active.name}`}
                actions={
                  <>
                    {problem.callId === undefined ? undefined : <ShowCallButton callId={problem.callId} />}
                    <Button size="small" onClick={() => select(active.id)}>
                      Edit endpoint
                    </Button>
                  </>
                }
              >
                <UntrustedText text={problem.message} maximumLength={600} /> <span className="mono t3">{problem.code}</span>
                <br />
                {retryWords(problem.code)}
              </Note>
            ) : undefined}
            {active?.kind === 'embedded' ? (
              <Note tone="info" title="Practice network">
                It runs inside Sextant, only on this machine. Its funds have no value.
                {state.capabilities.isChainAccelerated && paceMs !== undefined
                  ? ` An epoch takes ${paceMs < 1000 ? `${paceMs} ms` : formatDuration(paceMs)} instead of 30 s, so the time of its head is in the future.`
                  : ''}
              </Note>
            ) : undefined}
            <ul className={styles.list} aria-label="Endpoints">
              {state.connections.map((connection) => (
                <ConnectionRow
                  key={connection.id}
                  connection={connection}
                  isActive={connection.id === state.activeId}
                  isSelected={connection.id === selectedId}
                  head={head}
                  onEdit={() => select(connection.id)}
                />
              ))}
            </ul>
            {state.offers.length === 0 ? undefined : (
              <Panel title="Found on this machine" sub="not used until added">
                <ul className={styles.list}>
                  {state.offers.map((offer) => (
                    <OfferRow key={offer.id} offer={offer} connections={state.connections} />
                  ))}
                </ul>
              </Panel>
            )}
            <p className={styles.note}>Your own node serves more methods than a public gateway. Stored tokens are never shown again.</p>
          </>
        )}
      </ScrollArea>
    </SplitView>
  );
}

/** Opens the failed call in the inspector. */
function ShowCallButton({ callId }: { readonly callId: number }) {
  const [, navigate] = useLocation();
  return (
    <Button size="small" kind="quiet" icon={IconRoute2} onClick={() => navigate(`/inspector/${callId}`)}>
      Show the call
    </Button>
  );
}
