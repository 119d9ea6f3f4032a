import { IconGasStation } from '@tabler/icons-react';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger, formatShare } from '../../../shared/text/format.ts';
import { AmountText } from '../../components/AmountText.tsx';
import { FeeText } from '../../components/FeeText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { Traced } from '../../components/Traced.tsx';
import styles from './message.module.css';
import { messageOrigins, receiptOrigins } from './message-origins.ts';

/** What the message cost, by part, computed here from its receipt and the base fee it met. */
export function FeesPanel({ message }: { readonly message: Message }) {
  const { execution } = message;
  const limit = BigInt(message.gasLimit);
  return (
    <Panel title="Gas and fees" sub="nanoFIL" calls={[...message.calls.fees, ...message.calls.message]}>
      {execution === undefined ? (
        <>
          <PanelState icon={IconGasStation} title="Not paid yet">
            It costs at most <AmountText value={(limit * BigInt(message.gasFeeCap)).toString()} places={6} />, gas limit times fee cap.
          </PanelState>
          <PanelBody>
            <KeyValue
              labelWidthPx={110}
              rows={[
                { label: 'Gas limit', value: <Traced of={messageOrigins(message, 'GasLimit')}>{formatInteger(limit)}</Traced> },
                {
                  label: 'Fee cap',
                  value: (
                    <Traced of={messageOrigins(message, 'GasFeeCap')}>
                      <FeeText value={message.gasFeeCap} />
                    </Traced>
                  ),
                },
                {
                  label: 'Premium',
                  value: (
                    <Traced of={messageOrigins(message, 'GasPremium')}>
                      <FeeText value={message.gasPremium} />
                    </Traced>
                  ),
                },
              ]}
            />
          </PanelBody>
        </>
      ) : (
        <PanelBody>
          <FeeParts fees={execution.fees} />
          <div className={styles.gas}>
            <KeyValue
              labelWidthPx={110}
              rows={[
                {
                  label: 'Gas used',
                  value: (
                    <>
                      <Traced of={receiptOrigins('GasUsed')}>{formatInteger(execution.gasUsed)}</Traced>
                      <span className="t3">
                        {' · '}
                        {formatShare(BigInt(execution.gasUsed), limit)} of limit {formatInteger(limit)}
                      </span>
                    </>
                  ),
                },
                {
                  label: 'Fee cap',
                  value: (
                    <>
                      <Traced of={messageOrigins(message, 'GasFeeCap')}>
                        <FeeText value={message.gasFeeCap} />
                      </Traced>
                      <span className="t3">
                        {' · '}
                        base fee then <FeeText value={execution.fees.baseFee} />
                      </span>
                    </>
                  ),
                },
                {
                  label: 'Could have cost',
                  value: (
                    <>
                      <AmountText value={(limit * BigInt(message.gasFeeCap)).toString()} unit="nanoFIL" places={0} />
                      <span className="t3">
                        {' · '}
                        refunded <AmountText value={execution.fees.refund} unit="nanoFIL" places={0} hasUnit={false} />
                      </span>
                    </>
                  ),
                },
              ]}
            />
          </div>
        </PanelBody>
      )}
    </Panel>
  );
}

/** In hundredths of a percent, which is finer than a pixel. */
function barWidth(part: bigint, total: bigint): string {
  return total === 0n ? '0' : `${Number((part * 10_000n) / total) / 100}%`;
}

type Fees = NonNullable<Message['execution']>['fees'];

function FeeParts({ fees }: { readonly fees: Fees }) {
  const total = BigInt(fees.total);
  const parts = [
    { key: 'burn', label: 'Base fee burn', value: fees.baseFeeBurn, className: styles.burn },
    { key: 'over', label: 'Over-estimation burn', value: fees.overEstimationBurn, className: styles.over },
    { key: 'tip', label: 'Miner tip', value: fees.minerTip, className: styles.tip },
  ];
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {parts.map((part) => (
          <i key={part.key} className={part.className} style={{ width: barWidth(BigInt(part.value), total) }} />
        ))}
      </div>
      <table className={styles.parts} aria-label="Fee by part">
        <tbody>
          {parts.map((part) => (
            <tr key={part.key}>
              <th scope="row">
                <i className={`swatch ${part.className}`} /> {part.label}
              </th>
              <td>
                <AmountText value={part.value} unit="nanoFIL" places={3} hasUnit={false} />
              </td>
              <td className="t3">{formatShare(BigInt(part.value), total)}</td>
            </tr>
          ))}
          <tr className={styles.sum}>
            <th scope="row">Paid</th>
            <td>
              <AmountText value={fees.total} unit="nanoFIL" places={3} hasUnit={false} />
            </td>
            <td className="t3">{total === 0n ? '' : '100%'}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}
