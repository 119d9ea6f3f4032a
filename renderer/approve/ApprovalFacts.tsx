import type { ReactNode } from 'react';
import type { Approval } from '../../shared/ipc/schemas/wallet.ts';
import { UntrustedText } from '../components/UntrustedText.tsx';
import styles from './approve.module.css';
import { ExactAmount } from './ExactAmount.tsx';
import { exactFilShort, exactNanoFil, groupHex, separateThousands } from './exact-text.ts';
import { FullAddress } from './FullAddress.tsx';

/** The message field by field, whole. */
export function ApprovalFacts({ approval }: { readonly approval: Approval }) {
  const recipientNote = approval.to.exists
    ? approval.to.actorType === undefined
      ? undefined
      : `${approval.to.actorType} actor`
    : 'not on chain yet: it comes to be with this message';
  return (
    <dl className={styles.facts}>
      <Fact name="Signed by">
        <div className={styles.named}>
          <strong>{approval.from.label}</strong>
        </div>
        <FullAddress address={approval.from.address} />
      </Fact>
      <Fact name="Sent to">
        {recipientNote === undefined ? undefined : (
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
          <span className={styles.note3}>method {approval.method}</span>
        </div>
        {approval.params.length === 0 ? undefined : (
          <dl className={styles.params}>
            {approval.params.map((param) => (
              <Param key={param.name} name={param.name} value={param.value} />
            ))}
          </dl>
        )}
        {approval.paramsHex === '' ? undefined : (
          <>
            <div className={styles.under}>parameters, {approval.paramsHex.length / 2} bytes</div>
            <p className={styles.hex}>{groupHex(approval.paramsHex)}</p>
          </>
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
      <Fact name="Message CID">
        <span className={styles.cid}>{approval.unsignedCid}</span>
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

function Param({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <UntrustedText text={value} maximumLength={20_000} />
      </dd>
    </>
  );
}
