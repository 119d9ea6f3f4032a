import { IconShieldCheck } from '@tabler/icons-react';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';
import type { StateProof, StateReadProgress } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import { CallsContext } from '../../../components/values/calls-context.ts';
import { HashText } from '../../../components/values/HashText.tsx';
import { Traced } from '../../../components/values/Traced.tsx';
import styles from './state.module.css';

interface ProofLineProps {
  readonly proof: StateProof;
  readonly progress: Pick<StateReadProgress, 'state' | 'blocks' | 'calls'>;
  /** Whether the figures are from an earlier read while a newer one runs. */
  readonly isBefore: boolean;
}

/** The chain of hashes behind the figures, and what it does and does not prove. Links open the calls. */
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
              Figures of epoch {formatInteger(proof.pinned.height)}, from the previous read, until this one completes.{' '}
            </span>
          ) : undefined}
          {formatCount(blocks, 'block')}, {formatCount(calls, 'call')}. This proves the content of this state root, not that the network
          agreed on the tipset. Network version{' '}
          {proof.networkVersionCall === undefined ? (
            `${proof.networkVersion}, from the upgrade schedule`
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
