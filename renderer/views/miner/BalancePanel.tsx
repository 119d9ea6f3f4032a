import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { AmountText } from '../../components/AmountText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { callsOf, type MissingPart, PanelContent } from '../../components/QueryContent.tsx';
import { Traced } from '../../components/Traced.tsx';
import { balanceParts } from './balance-parts.ts';
import { BLOCK_ORIGIN, type FigureBlocks } from './figure-blocks.ts';
import styles from './miner.module.css';

interface BalancePanelProps {
  readonly balance: Miner['balance'] | undefined;
  /** Where it was read from the state. */
  readonly blocks?: FigureBlocks | undefined;
  readonly missing: MissingPart;
}

/** What of the balance is bound, and what can be spent. */
export function BalancePanel({ balance: panel, blocks, missing }: BalancePanelProps) {
  return (
    <Panel title="Balance" calls={callsOf(panel)}>
      <PanelContent panel={panel} {...missing}>
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
                        <Traced of={part.origins} about={blocks?.state} isInCell>
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
                        <Traced of={['StateReadState State.FeeDebt', BLOCK_ORIGIN]} about={blocks?.state} isInCell>
                          <AmountText value={balance.feeDebt} places={4} />
                        </Traced>
                      </td>
                    </tr>
                  )}
                  <tr>
                    <td />
                    <td>Balance</td>
                    <td>
                      <Traced of={['StateReadState Balance', BLOCK_ORIGIN]} about={blocks?.actor} isInCell>
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
