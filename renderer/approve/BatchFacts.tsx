import type { BatchApproval } from '../../shared/ipc/schemas/approvals.ts';
import styles from './approve.module.css';
import { ExactAmount } from './ExactAmount.tsx';
import { groupHex, separateThousands } from './exact-text.ts';
import { Fact } from './Fact.tsx';
import { KeptFact, NetworkFact, SignerFact, ToItself } from './SendingFacts.tsx';

/** Totals of a batch. The list below has every message. */
export function BatchFacts({ approval }: { readonly approval: BatchApproval }) {
  const { count, recipientCount, firstNonce, lastNonce } = approval;
  return (
    <dl className={styles.facts}>
      <Fact name="Total amount">
        <div className={styles.big}>
          <ExactAmount attoFil={approval.totalValue} />
        </div>
        {approval.totalMovedInside === '0' ? undefined : (
          <>
            <div className={styles.under}>sent with the messages; calls inside them move another</div>
            <div className={styles.big}>
              <ExactAmount attoFil={approval.totalMovedInside} />
            </div>
          </>
        )}
        <div className={styles.under}>
          largest message <ExactAmount attoFil={approval.largestValue} />
        </div>
      </Fact>
      <SignerFact from={approval.from} />
      <Fact name="Recipients">
        <div className={styles.plain}>
          {recipientCount === 1 ? '1 recipient' : `${separateThousands(String(recipientCount))} recipients`}{' '}
          <span className={styles.note3}>in {count === 1 ? '1 message' : `${separateThousands(String(count))} messages`}</span>
        </div>
      </Fact>
      <Fact name="Total maximum fee">
        <div className={styles.middle}>
          <ExactAmount attoFil={approval.totalMaximumFee} />
        </div>
        <div className={styles.under}>The fees cannot exceed this maximum.</div>
      </Fact>
      <Fact name="Maximum total">
        <div className={styles.middle}>
          <ExactAmount attoFil={approval.maximumTotal} />
        </div>
        <ToItself approval={approval} value={approval.totalValue} fee={approval.totalMaximumFee} />
      </Fact>
      <NetworkFact
        approval={approval}
        order={
          count === 1
            ? `nonce ${separateThousands(firstNonce)}`
            : `nonces ${separateThousands(firstNonce)} to ${separateThousands(lastNonce)}`
        }
      />
      <KeptFact approval={approval} />
      <Fact name="Digest">
        <span className={styles.cid}>{groupHex(approval.digestHex)}</span>
        <div className={styles.under}>SHA-256 of the bytes of all messages. The list below must match it before you can confirm.</div>
      </Fact>
    </dl>
  );
}
