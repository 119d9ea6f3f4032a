import { IconShieldCheck } from '@tabler/icons-react';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';
import type { StateProof, StateReadProgress } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import { CallsContext } from '../../../components/calls-context.ts';
import { HashText } from '../../../components/HashText.tsx';
import { Traced } from '../../../components/Traced.tsx';
import styles from './state.module.css';

interface ProofLineProps {
  readonly proof: StateProof;
  readonly progress: Pick<StateReadProgress, 'state' | 'blocks' | 'calls'>;
  /** The figures are those of an earlier read, while a newer one runs. */
  readonly isBefore: boolean;
}

/** What the figures hang from, and what that proves and does not. Every link opens the call that brought it. */
export function ProofLine({ proof, progress: { state, blocks, calls }, isBefore }: ProofLineProps) {
  return (
    <section className={styles.proof} aria-label="Proof">
      <IconShieldCheck className="ok" size={18} stroke={1.7} aria-hidden="true" />
      <div className={styles.told}>
        <p className={styles.chain}>
          <b>{state === 'done' ? 'Verified' : 'Verified so far'}</b>: every block hashed, from block{' '}
          <Linked call={proof.blockCall} cid={proof.block} /> of tipset {formatInteger(proof.pinned.height)} through state root{' '}
          <Linked call={proof.blockCall} cid={proof.stateRoot} /> to the miner’s state{' '}
          <Linked call={proof.actorCall} cid={proof.actorHead} />.
        </p>
        <p className={styles.meaning}>
          {isBefore ? (
            <span className="warn">
              Figures of epoch {formatInteger(proof.pinned.height)}, from the read before: they stay until this one has come to its end.{' '}
            </span>
          ) : undefined}
          {formatCount(blocks, 'block')}, {formatCount(calls, 'call')}. It proves what this state root commits to, not that the network
          agreed on the tipset. Network version{' '}
          {proof.networkVersionCall === undefined ? (
            `${proof.networkVersion}, by the schedule of upgrades`
          ) : (
            <CallsContext value={[proof.networkVersionCall]}>
              <Traced of={proof.networkVersionCall.method}>{proof.networkVersion}</Traced>
            </CallsContext>
          )}
          .
        </p>
      </div>
    </section>
  );
}

/** A CID that opens the call whose answer names or is it. */
function Linked({ call, cid }: { readonly call: CallRef; readonly cid: string }) {
  return (
    <CallsContext value={[call]}>
      <Traced of={call.method}>
        <HashText cid={cid} />
      </Traced>
    </CallsContext>
  );
}
