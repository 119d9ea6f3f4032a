import type { BatchApproval } from '../../shared/ipc/schemas/approvals.ts';
import styles from './approve.module.css';
import { ExactAmount } from './ExactAmount.tsx';
import { groupHex, separateThousands } from './exact-text.ts';
import { Fact } from './Fact.tsx';
import { KeptFact, NetworkFact, SignerFact, ToItself } from './SendingFacts.tsx';

/** A batch in sum; the list below it has every message. */
export function BatchFacts({ approval }: { readonly approval: BatchApproval }) {
  const { count, recipientCount, firstNonce, lastNonce } = approval;
  return (
    <dl className={styles.facts}>
      <Fact name="Amount in all">
        <div className={styles.big}>
          <ExactAmount attoFil={approval.totalValue} />
        </div>
        {approval.totalMovedInside === '0' ? undefined : (
          <>
            <div className={styles.under}>with the messages, and by calls inside of them</div>
            <div className={styles.big}>
              <ExactAmount attoFil={approval.totalMovedInside} />
            </div>
          </>
        )}
        <div className={styles.under}>
          the largest <ExactAmount attoFil={approval.largestValue} />
        </div>
      </Fact>
      <SignerFact from={approval.from} />
      <Fact name="Sent to">
        <div className={styles.plain}>
          {recipientCount === 1 ? 'One recipient' : `${separateThousands(String(recipientCount))} recipients`}{' '}
          <span className={styles.note3}>in {count === 1 ? 'one message' : `${separateThousands(String(count))} messages`}</span>
        </div>
      </Fact>
      <Fact name="Fee ceiling in all">
        <div className={styles.middle}>
          <ExactAmount attoFil={approval.totalMaximumFee} />
        </div>
        <div className={styles.under}>The ceiling cannot be exceeded.</div>
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
        <div className={styles.under}>
          SHA-256 over the bytes of all messages. The list below is compared with it before anything can be confirmed.
        </div>
      </Fact>
    </dl>
  );
}
