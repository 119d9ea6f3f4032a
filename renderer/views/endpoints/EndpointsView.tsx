import { IconPlus, IconRoute2 } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { formatDuration } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ScrollArea } from '../../components/ScrollArea.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
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

/** The selection that stands for a connection which does not exist yet. */
const NEW = 'new';

/** The nodes that Sextant can talk to, and the one it talks to. */
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
        sub={active === undefined ? undefined : `${active.name} is in use`}
        actions={
          <Button icon={IconPlus} onClick={() => select(NEW)}>
            Add an endpoint
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
              <VaultUnlockNote title={`${active?.name ?? 'The connection'} waits for the vault`} text={problem.message} />
            ) : undefined}
            {problem !== undefined && problem.code !== 'vault-locked' && head?.status === 'failed' && active?.kind === 'custom' ? (
              <Note
                tone="danger"
                title={problem.code === 'wrong-network' ? `${active.name} is on another network` : `${active.name} cannot be used now`}
                actions={
                  <>
                    {problem.callId === undefined ? undefined : <ShowCallButton callId={problem.callId} />}
                    <Button size="small" onClick={() => select(active.id)}>
                      Edit the connection
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
              <Note tone="info" title="This is a practice network">
                It runs inside Sextant, on this machine alone, and nothing on it is worth anything.
                {state.capabilities.isChainAccelerated && paceMs !== undefined
                  ? ` Its chain is fast: an epoch every ${paceMs < 1000 ? `${paceMs} ms` : formatDuration(paceMs)} instead of every 30 s, so its clock runs ahead of yours.`
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
              <Panel title="Found on this machine" sub="not used until you add it">
                <ul className={styles.list}>
                  {state.offers.map((offer) => (
                    <OfferRow key={offer.id} offer={offer} connections={state.connections} />
                  ))}
                </ul>
              </Panel>
            )}
            <p className={styles.note}>
              A node of your own answers more than a public gateway does. Tokens are stored by the privileged side of Sextant: they go in
              here and never come out again.
            </p>
          </>
        )}
      </ScrollArea>
    </SplitView>
  );
}

/** To the call that failed, with its explanation. */
function ShowCallButton({ callId }: { readonly callId: number }) {
  const [, navigate] = useLocation();
  return (
    <Button size="small" kind="quiet" icon={IconRoute2} onClick={() => navigate(`/inspector/${callId}`)}>
      Show the call
    </Button>
  );
}
