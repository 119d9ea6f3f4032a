import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { AmountText } from '../../components/AmountText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { callsOf, PanelContent } from '../../components/QueryContent.tsx';
import { Traced } from '../../components/Traced.tsx';
import { balanceParts } from './balance-parts.ts';
import styles from './miner.module.css';

interface BalancePanelProps {
  readonly miner: Miner;
  readonly onRetry: () => void;
}

/** What of the balance is bound, and what can be spent. */
export function BalancePanel({ miner, onRetry }: BalancePanelProps) {
  return (
    <Panel title="Balance" calls={callsOf(miner.balance)}>
      <PanelContent panel={miner.balance} onRetry={onRetry}>
        {(balance) => {
          const parts = balanceParts(balance);
          return (
            <>
              <div className={styles.bar} aria-hidden="true">
                {parts.map((part) => (
                  <i key={part.name} className={styles[part.name]} style={{ width: `${part.percent}%` }} />
                ))}
              </div>
              <table className={styles.parts}>
                <tbody>
                  {parts.map((part) => (
                    <tr key={part.name}>
                      <td>
                        <i className={`swatch ${styles[part.name]}`} />
                      </td>
                      <td>{part.label}</td>
                      <td>
                        <Traced of={part.origins} isInCell>
                          <AmountText value={part.attoFil} places={4} />
                        </Traced>
                      </td>
                    </tr>
                  ))}
                  {balance.feeDebt === '0' ? undefined : (
                    <tr>
                      <td>
                        <i className={`swatch ${styles.debt}`} />
                      </td>
                      <td className="bad">Fee debt</td>
                      <td>
                        <Traced of="StateReadState State.FeeDebt" isInCell>
                          <AmountText value={balance.feeDebt} places={4} />
                        </Traced>
                      </td>
                    </tr>
                  )}
                  <tr>
                    <td />
                    <td>Balance</td>
                    <td>
                      <Traced of="StateReadState Balance" isInCell>
                        <AmountText value={balance.total} places={4} />
                      </Traced>
                    </td>
                  </tr>
                </tbody>
              </table>
            </>
          );
        }}
      </PanelContent>
    </Panel>
  );
}
