import type { FrozenMessage, MessageApproval } from '../../shared/ipc/schemas/approvals.ts';
import { isPlainTransfer } from '../../shared/validation/is-plain-transfer.ts';
import { UntrustedText } from '../components/values/UntrustedText.tsx';
import { NamedAddress, NodeWord } from './AddressNames.tsx';
import styles from './approve.module.css';
import { DecodedFacts } from './DecodedFacts.tsx';
import { ExactAmount } from './ExactAmount.tsx';
import { exactFilShort, exactNanoFil, separateThousands } from './exact-text.ts';
import { Fact } from './Fact.tsx';
import { isMethodKnown } from './is-read.ts';
import { MovesFact } from './MovesFact.tsx';
import { MultisigSteps } from './MultisigSteps.tsx';
import { recipientNote } from './recipient-note.ts';
import { KeptFact, NetworkFact, SignerFact, ToItself } from './SendingFacts.tsx';

/** All fields of the message, in full. */
export function ApprovalFacts({ approval }: { readonly approval: MessageApproval }) {
  return (
    <dl className={styles.facts}>
      <MovesFact message={approval} />
      <SignerFact from={approval.from} />
      <Fact name="Recipient">
        <Recipient to={approval.to} />
      </Fact>
      <Fact name="Call">
        <Call message={approval} />
      </Fact>
      <SimulationFact exit={approval.simulatedExit} />
      <Fact name="Maximum fee">
        <div className={styles.middle}>
          <ExactAmount attoFil={approval.maximumFee} />
        </div>
        <div className={styles.under}>
          gas limit {separateThousands(approval.gasLimit)}, fee cap {exactNanoFil(approval.gasFeeCap)} nanoFIL, premium{' '}
          {exactNanoFil(approval.gasPremium)} nanoFIL.{' '}
          {approval.likelyFee === undefined ? '' : `Estimated ${exactFilShort(approval.likelyFee)} FIL. `}
          The fee cannot exceed this maximum.
        </div>
      </Fact>
      <Fact name="Maximum total">
        <div className={styles.middle}>
          <ExactAmount attoFil={approval.maximumTotal} />
        </div>
        <ToItself approval={approval} value={approval.value} fee={approval.maximumFee} />
      </Fact>
      <ReplacedFact replaces={approval.replaces} />
      <NetworkFact approval={approval} order={`nonce ${separateThousands(approval.nonce)}`} />
      <KeptFact approval={approval} />
      <Fact name="Unsigned CID">
        <span className={styles.cid}>{approval.unsignedCid}</span>
        <div className={styles.under}>The network identifies the message by its signed CID, which differs from this one.</div>
      </Fact>
    </dl>
  );
}

/** The recipient: its full address, its names, and its actor type according to the node, or to the draft if no node was asked. */
export function Recipient({ to }: Pick<FrozenMessage, 'to'>) {
  const { told, untold } = recipientNote(to);
  return (
    <>
      <NamedAddress address={to.address} />
      {told === '' ? undefined : untold === undefined ? (
        <NodeWord text={told} />
      ) : (
        <div className={styles.under}>
          According to the draft: <UntrustedText text={told} />
        </div>
      )}
      {untold === undefined ? undefined : <div className={styles.under}>{untold}</div>}
    </>
  );
}

/** The method and its decoded parameters. */
export function Call({ message }: { readonly message: FrozenMessage }) {
  return (
    <>
      <div className={styles.plain}>
        <strong>
          <UntrustedText text={message.methodName} />
        </strong>{' '}
        {isMethodKnown(message) ? <span className={styles.note3}>method {message.method}</span> : undefined}
      </div>
      {message.method !== '0' && isPlainTransfer(message) ? (
        <div className={styles.under}>Plain transfer with no calldata.</div>
      ) : undefined}
      <MultisigSteps steps={message.multisigSteps} />
      {message.paramsHex === '' ? undefined : (
        <DecodedFacts view={message.params} isMethodKnown={isMethodKnown(message)} isTransfer={message.method === '0'} />
      )}
    </>
  );
}

function SimulationFact({ exit }: { readonly exit: MessageApproval['simulatedExit'] }) {
  if (exit === undefined) return undefined;
  const { code, name, failedInsideCount } = exit;
  return (
    <Fact name="Simulated">
      <div className={styles.plain}>
        Exit code {code} <span className={styles.note3}>{name}</span>
      </div>
      <div className={styles.under}>
        {failedInsideCount === 0
          ? 'Simulated by the connected node before this approval.'
          : `${failedInsideCount === 1 ? 'A call' : `${failedInsideCount} calls`} inside the message failed, but the message itself did not.`}
      </div>
    </Fact>
  );
}

const REPLACEMENT_WORDS = {
  'speed-up': 'Same message, different fees. Only one of the two can be executed.',
  cancel: 'Sends 0 FIL from the sender to itself. Only one of the two can be executed.',
  other: 'A different message with the same nonce. Only one of the two can be executed.',
} as const;

function ReplacedFact({ replaces }: { readonly replaces: MessageApproval['replaces'] }) {
  if (replaces === undefined) return undefined;
  return (
    <Fact name="Replaces">
      <div className={styles.plain}>
        <UntrustedText text={replaces.methodName} /> of <ExactAmount attoFil={replaces.value} /> to
      </div>
      <NamedAddress address={replaces.to} />
      <span className={styles.cid}>{replaces.cid}</span>
      <div className={styles.under}>{REPLACEMENT_WORDS[replaces.as]}</div>
    </Fact>
  );
}
