import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { callsOf, type MissingPart, PanelContent, partOf } from '../../components/feedback/QueryContent.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { Traced } from '../../components/values/Traced.tsx';
import { balanceParts } from './balance-parts.ts';
import { BLOCK_ORIGIN, type FigureBlocks } from './figure-blocks.ts';
import styles from './miner.module.css';

interface BalancePanelProps {
  readonly balance: Miner['balance'] | undefined;
  /** Source blocks, if read from the state. */
  readonly blocks?: FigureBlocks | undefined;
  /** Its market balance, if the node returned one. */
  readonly market?: Miner['market'] | undefined;
  /** Opens the vesting table, which is read from state blocks. */
  readonly onSchedule?: (() => void) | undefined;
  readonly missing: MissingPart;
}

/** Locked and available parts of the balance. */
export function BalancePanel({ balance: panel, blocks, market, onSchedule, missing }: BalancePanelProps) {
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
                      <td>
                        {part.label}
                        {part.name === 'vesting' && onSchedule !== undefined && part.attoFil !== '0' ? (
                          <button
                            type="button"
                            className={styles.schedule}
                            title="Read the vesting table from the state blocks"
                            onClick={onSchedule}
                          >
                            schedule
                          </button>
                        ) : undefined}
                      </td>
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
                  <tr className={styles.total}>
                    <td />
                    <td>Balance</td>
                    <td>
                      <Traced of={['StateReadState Balance', BLOCK_ORIGIN]} about={blocks?.actor} isInCell>
                        <AmountText value={balance.total} places={4} />
                      </Traced>
                    </td>
                  </tr>
                  {market === undefined ? undefined : <MarketRow market={market} />}
                </tbody>
              </table>
            </>
          );
        }}
      </PanelContent>
    </Panel>
  );
}

/** Collateral in the market actor. No row for miners without any. */
function MarketRow({ market }: { readonly market: Miner['market'] }) {
  const held = partOf(market);
  if (held === undefined || (held.escrow === '0' && held.locked === '0')) return undefined;
  return (
    <tr className={styles.beside}>
      <td />
      <td>
        Market escrow
        <span className="t3">
          {' '}
          <AmountText value={held.locked} places={2} /> locked
        </span>
      </td>
      <td>
        <CallsContext value={callsOf(market) ?? []}>
          <Traced of="StateMarketBalance Escrow" isInCell>
            <AmountText value={held.escrow} places={4} />
          </Traced>
        </CallsContext>
      </td>
    </tr>
  );
}
