import type { ReactNode } from 'react';
import { absenceWords } from '../../shared/domain/address-words.ts';
import type { Approval } from '../../shared/ipc/schemas/approvals.ts';
import { UntrustedText } from '../components/UntrustedText.tsx';
import { proposedCall } from './approval-title.ts';
import styles from './approve.module.css';
import { DecodedFacts } from './DecodedFacts.tsx';
import { ExactAmount } from './ExactAmount.tsx';
import { exactFilShort, exactNanoFil, separateThousands } from './exact-text.ts';
import { FullAddress } from './FullAddress.tsx';
import { isMethodKnown } from './is-read.ts';

/** The message field by field, whole. */
export function ApprovalFacts({ approval }: { readonly approval: Approval }) {
  const { actorType, name, exists, address } = approval.to;
  const kind = name === undefined ? (actorType === undefined ? undefined : `${actorType} actor`) : `the ${name}`;
  const absence = exists ? undefined : absenceWords(address);
  const recipientNote = [kind, absence].filter((part) => part !== undefined).join('. ');
  return (
    <dl className={styles.facts}>
      <Fact name="Signed by">
        <div className={styles.named}>
          <strong>{approval.from.label}</strong>
        </div>
        <FullAddress address={approval.from.address} />
      </Fact>
      <Fact name="Sent to">
        {recipientNote === '' ? undefined : (
          <div className={styles.named}>
            <span className={styles.note3}>
              <UntrustedText text={recipientNote} />
            </span>
          </div>
        )}
        <FullAddress address={approval.to.address} />
      </Fact>
      <Fact name="Call">
        <div className={styles.plain}>
          <strong>
            <UntrustedText text={approval.methodName} />
          </strong>{' '}
          {isMethodKnown(approval) ? <span className={styles.note3}>method {approval.method}</span> : undefined}
        </div>
        {proposedCall(approval) === undefined ? undefined : (
          <p className={styles.proposal}>
            Proposes what the multisig is to do, and is the first approval of it. It happens as soon as enough signers have approved: with
            this message, if one approval is enough.
          </p>
        )}
        {approval.paramsHex === '' ? undefined : (
          <DecodedFacts view={approval.params} isMethodKnown={isMethodKnown(approval)} isTransfer={approval.method === '0'} />
        )}
      </Fact>
      <Fact name="Amount">
        <div className={styles.big}>
          <ExactAmount attoFil={approval.value} />
        </div>
      </Fact>
      <Fact name="Fee ceiling">
        <div className={styles.middle}>
          <ExactAmount attoFil={approval.maximumFee} />
        </div>
        <div className={styles.under}>
          gas limit {separateThousands(approval.gasLimit)} at no more than {exactNanoFil(approval.gasFeeCap)} nanoFIL, premium{' '}
          {exactNanoFil(approval.gasPremium)} nanoFIL.{' '}
          {approval.likelyFee === undefined ? '' : `Likely ${exactFilShort(approval.likelyFee)} FIL. `}
          The ceiling cannot be exceeded.
        </div>
      </Fact>
      <Fact name="At most in all">
        <div className={styles.middle}>
          <ExactAmount attoFil={approval.maximumTotal} />
        </div>
      </Fact>
      <Fact name="Network and order">
        <div className={styles.plain}>
          <UntrustedText text={approval.networkName} />
          {approval.isPractice ? ', a practice network' : ''}, nonce {separateThousands(approval.nonce)}{' '}
          <span className={styles.note3}>of this key</span>
        </div>
        <div className={styles.under}>genesis</div>
        <span className={styles.cid}>{approval.genesisCid}</span>
      </Fact>
      <Fact name="Unsigned CID">
        <span className={styles.cid}>{approval.unsignedCid}</span>
        <div className={styles.under}>The signature gives the message another CID, under which the network will know it.</div>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
