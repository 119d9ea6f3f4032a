import { defined } from '../../../shared/collections/defined.ts';
import type { BalanceChange, DraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import styles from './compose.module.css';

interface ChangesPanelProps {
  readonly review: DraftReview;
  readonly message: NonNullable<DraftReview['message']>;
}

/** Balances after the message, from the transfers of the simulation, or from the message alone without one. Uses the estimated fee. */
export function ChangesPanel({ review, message }: ChangesPanelProps) {
  const { sender, simulation } = review;
  const transfers = simulation === undefined ? plainChanges(review, message) : simulation.balanceChanges;
  const moved = sumOf(transfers.filter(({ address }) => isSame(address, sender)));
  const fee = sender === undefined || message.likelyFee === undefined ? undefined : feeChange(sender, moved, BigInt(message.likelyFee));
  if (transfers.length === 0 && fee === undefined) return undefined;
  const total = moved + BigInt(fee?.change ?? 0);
  return (
    <Panel title="Balance changes" sub={simulation === undefined ? 'not simulated' : undefined} hasRule>
      <table className={styles.changes}>
        <thead className="visually-hidden">
          <tr>
            <th>Address</th>
            <th>Now</th>
            <th>Change</th>
            <th>After</th>
          </tr>
        </thead>
        <tbody>
          {[...transfers, ...(fee === undefined ? [] : [fee])].map((change) => (
            <tr key={change === fee ? 'fee' : change.address}>
              <td>
                <AddressText address={change.address} name={change.label} />{' '}
                {change === fee ? <span className="t3">estimated fee</span> : undefined}
              </td>
              <td>
                {change.before === undefined ? undefined : (
                  <Traced of="StateGetActor Balance" isInCell>
                    <AmountText value={change.before} places={6} hasUnit={false} />
                  </Traced>
                )}
              </td>
              <td>
                <AmountText value={change.change} places={6} isSigned />
              </td>
              <td>{change.after === undefined ? undefined : <AmountText value={change.after} places={6} />}</td>
            </tr>
          ))}
          {sender === undefined || fee === undefined || moved === 0n ? undefined : (
            <tr className={styles.total}>
              <td>Sender balance after</td>
              <td />
              <td>
                <AmountText value={total.toString()} places={6} isSigned />
              </td>
              <td>
                {sender.balance === undefined ? undefined : <AmountText value={(BigInt(sender.balance) + total).toString()} places={6} />}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Panel>
  );
}

function sumOf(changes: readonly BalanceChange[]): bigint {
  return changes.reduce((sum, { change }) => sum + BigInt(change), 0n);
}

/** The fee is deducted after the transfers of the message. */
function feeChange({ address, label, balance }: NonNullable<DraftReview['sender']>, moved: bigint, fee: bigint): BalanceChange {
  const before = balance === undefined ? undefined : BigInt(balance) + moved;
  return {
    address,
    ...defined({ label }),
    ...(before === undefined ? {} : { before: before.toString(), after: (before - fee).toString() }),
    change: (-fee).toString(),
  };
}

function isSame(address: string, sender: DraftReview['sender']): boolean {
  return sender !== undefined && [sender.address, sender.idAddress, sender.robustAddress, sender.delegatedAddress].includes(address);
}

function plainChanges({ sender, recipient }: DraftReview, message: NonNullable<DraftReview['message']>): BalanceChange[] {
  if (sender === undefined) return [];
  const changes: BalanceChange[] = [];
  const add = (address: string, change: bigint, before: string | undefined, label: string | undefined): void => {
    changes.push({
      address,
      change: change.toString(),
      ...defined({ label }),
      ...(before === undefined ? {} : { before, after: (BigInt(before) + change).toString() }),
    });
  };
  const value = BigInt(message.value);
  if (value > 0n && recipient?.isSender !== true) {
    add(sender.address, -value, sender.balance, sender.label);
    if (recipient !== undefined) add(recipient.address, value, recipient.balance, recipient.label);
  }
  return changes;
}
