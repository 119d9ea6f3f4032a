import type { DraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import { AmountText } from '../../components/AmountText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Traced } from '../../components/Traced.tsx';
import styles from './compose.module.css';

interface ChangesPanelProps {
  /** What is sent comes back: only the fee leaves. */
  readonly isToSender: boolean;
  readonly sender: NonNullable<DraftReview['sender']>;
  readonly message: NonNullable<DraftReview['message']>;
}

/** What the sender's balance becomes. Every figure is exact but the fee, which is the likely one. */
export function ChangesPanel({ sender, message, isToSender }: ChangesPanelProps) {
  const leaving = isToSender ? 0n : BigInt(message.value);
  const after = BigInt(sender.balance) - leaving - BigInt(message.likelyFee);
  return (
    <div className={styles.section}>
      <Panel title="What changes">
        <table className={styles.changes}>
          <tbody>
            <tr>
              <td>Sender now</td>
              <td>
                <Traced of="StateGetActor Balance" isInCell>
                  <AmountText value={sender.balance} places={9} />
                </Traced>
              </td>
            </tr>
            <tr>
              <td>{isToSender ? 'Amount, back to the sender' : 'Amount'}</td>
              <td>
                <AmountText value={(-leaving).toString()} places={9} />
              </td>
            </tr>
            <tr>
              <td>Likely fee</td>
              <td>
                <AmountText value={(-BigInt(message.likelyFee)).toString()} places={9} />
              </td>
            </tr>
            <tr>
              <td>Sender after it</td>
              <td>
                <AmountText value={after.toString()} places={9} />
              </td>
            </tr>
          </tbody>
        </table>
      </Panel>
    </div>
  );
}
