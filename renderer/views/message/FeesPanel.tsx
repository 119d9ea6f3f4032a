import { IconGasStation } from '@tabler/icons-react';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { Fees, MessageTrace } from '../../../shared/ipc/schemas/message-inside.ts';
import { formatInteger, formatShare } from '../../../shared/text/format.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { FeeText } from '../../components/values/FeeText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import styles from './message.module.css';
import { messageOrigins, receiptOrigins } from './message-origins.ts';

/** Fees by part, computed locally from the receipt and the base fee at execution. */
export function FeesPanel({ message, trace }: { readonly message: Message; readonly trace: MessageTrace | undefined }) {
  const { execution } = message;
  const limit = BigInt(message.gasLimit);
  return (
    <Panel title="Gas and fees" sub="nanoFIL" calls={[...message.calls.fees, ...message.calls.message]}>
      {execution === undefined ? (
        <>
          <PanelState icon={IconGasStation} title={message.stage === 'not-found' ? 'Fee unknown' : 'No fee yet'}>
            At most <AmountText value={(limit * BigInt(message.gasFeeCap)).toString()} places={6} /> (gas limit × fee cap).
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
                  label: 'Gas premium',
                  value: (
                    <Traced of={messageOrigins(message, 'GasPremium')}>
                      <FeeText value={message.gasPremium} beside={message.gasFeeCap} />
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
          {trace === undefined ? undefined : <FeeCheck message={message} trace={trace} />}
          <div className={styles.gas}>
            <KeyValue
              labelWidthPx={110}
              rows={[
                {
                  label: 'Gas used',
                  isWrapped: true,
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
                  isWrapped: true,
                  value: (
                    <>
                      <Traced of={messageOrigins(message, 'GasFeeCap')}>
                        <FeeText value={message.gasFeeCap} />
                      </Traced>
                      <span className="t3">
                        {' · '}
                        base fee <FeeText value={execution.baseFee} beside={message.gasFeeCap} />
                      </span>
                    </>
                  ),
                },
                {
                  label: 'Maximum cost',
                  isWrapped: true,
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

/** A CSS width, exact to 0.01%. */
function barWidth(part: bigint, total: bigint): string {
  return total === 0n ? '0' : `${Number((part * 10_000n) / total) / 100}%`;
}

const PART_NAMES: Readonly<Record<keyof Fees, string>> = {
  baseFeeBurn: 'base fee burn',
  overEstimationBurn: 'over-estimation burn',
  minerTip: 'miner tip',
  refund: 'refund',
  total: 'total',
  minerPenalty: 'miner penalty',
};

/** Compares the locally computed fees with the node's replay, and lists the gas charges. */
function FeeCheck({ message, trace }: { readonly message: Message; readonly trace: MessageTrace }) {
  const isOther = trace.gasUsed !== message.execution?.gasUsed || trace.exitCode !== message.execution.exitCode;
  return (
    <div className={styles.check}>
      {isOther ? (
        <StatusText tone="warning">The node's replay differs from the receipt</StatusText>
      ) : trace.differingFees.length === 0 ? (
        <StatusText tone="success">Matches the node exactly</StatusText>
      ) : (
        <StatusText tone="warning">
          The node computes different fees:{' '}
          {trace.differingFees.map((part) => `${PART_NAMES[part]} (${formatInteger(trace.fees[part])} attoFIL)`).join(', ')}
        </StatusText>
      )}
      {trace.charges.length === 0 ? undefined : (
        <details className={styles.charges}>
          <summary>Gas charges</summary>
          <table className={styles.parts} aria-label="Gas charges">
            <tbody>
              {trace.charges.map(({ name, count, gas }) => (
                <tr key={name}>
                  <th scope="row">
                    <UntrustedText text={name} maximumLength={60} />
                  </th>
                  <td className="t3">{formatInteger(count)} ×</td>
                  <td>{formatInteger(gas)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}

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
          {fees.minerPenalty === '0' ? undefined : (
            <tr>
              <th scope="row">
                Miner penalty <span className="t3">paid by the block's miner</span>
              </th>
              <td>
                <AmountText value={fees.minerPenalty} unit="nanoFIL" places={3} hasUnit={false} />
              </td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </>
  );
}
