import type { FrozenMessage } from '../../shared/ipc/schemas/approvals.ts';
import { NamedAddress } from './AddressNames.tsx';
import styles from './approve.module.css';
import { ExactAmount } from './ExactAmount.tsx';
import { Fact } from './Fact.tsx';
import { callsContract, isFullyRead } from './is-read.ts';
import { hiddenSteps } from './multisig-words.ts';

type Move = FrozenMessage['moves'][number];

/** The amounts that move, in the same size at every depth: the value of the message, then those of the calls inside. */
export function MovesFact({ message }: { readonly message: FrozenMessage }) {
  const { moves, value } = message;
  const hidden = hiddenSteps(message).filter(({ act }) => act !== 'cancel');
  return (
    <Fact name="Amount">
      {hidden.map(({ multisig, depth, id }) => (
        <div key={`${depth} ${multisig} ${id}`} className={styles.move}>
          <div className={`${styles.big} ${styles.unknown}`}>Unknown</div>
          <div className={styles.under}>
            {id === undefined ? 'A transaction' : `Transaction ${id}`} of this multisig could not be verified. It can move all funds of the
            multisig.
          </div>
          <NamedAddress address={multisig} />
        </div>
      ))}
      {moves.map((move, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: moves have no key, and a frozen approval never changes
        <Movement key={index} move={move} isAlone={moves.length === 1} />
      ))}
      {moves.length > 0 || hidden.length > 0 ? undefined : (
        <>
          <div className={styles.big}>
            <ExactAmount attoFil={value} />
          </div>
          {value === '0' ? <div className={styles.under}>{nothingSentWords(message)}</div> : undefined}
        </>
      )}
    </Fact>
  );
}

const PLEDGE_WORDS = { locks: 'The call locks additional pledge of the miner.', burns: 'The call burns pledge of the miner.' } as const;

/** A call with undecoded parameters may move funds too. */
function nothingSentWords(message: FrozenMessage): string {
  const { pledgeChanges = [] } = message;
  if (pledgeChanges.length > 0) return `The message sends no FIL. ${pledgeChanges.map((change) => PLEDGE_WORDS[change]).join(' ')}`;
  if (callsContract(message)) return 'The message sends no FIL. The contract code decides what else it moves.';
  return isFullyRead(message) ? 'No FIL moves except the fee.' : 'The message sends no FIL. The amount its call moves is unknown.';
}

function Movement({ move, isAlone }: { readonly move: Move; readonly isAlone: boolean }) {
  return (
    <div className={styles.move}>
      <div className={styles.big}>
        <ExactAmount attoFil={move.amount} />
      </div>
      <Way move={move} isAlone={isAlone} />
    </div>
  );
}

function Way({ move: { depth, kind, from, to }, isAlone }: { readonly move: Move; readonly isAlone: boolean }) {
  switch (kind) {
    case 'value':
      if (depth === 0) return isAlone ? undefined : <div className={styles.under}>sent with this message</div>;
      return (
        <>
          <div className={styles.under}>from, when the transaction is executed</div>
          <NamedAddress address={from} />
          <div className={styles.under}>to</div>
          {to === undefined ? <div className={styles.plain}>a new actor</div> : <NamedAddress address={to} />}
        </>
      );
    case 'miner-withdrawal':
      return (
        <>
          <div className={styles.under}>maximum withdrawal to the beneficiary from miner</div>
          <NamedAddress address={from} />
        </>
      );
    case 'market-withdrawal':
      return (
        <>
          <div className={styles.under}>maximum withdrawal from the storage market balance of</div>
          <NamedAddress address={from} />
        </>
      );
    default:
      return kind satisfies never;
  }
}
