import type { DraftReview, SimulationView } from '../../../shared/ipc/schemas/drafts.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { DecodedTree } from '../../components/values/DecodedTree.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import styles from './compose.module.css';

/** Maximum number of calls shown; the rest is counted. */
const MAX_CALLS = 50;

/** The simulated calls of the message at the head, or the reason why there is no simulation. */
export function SimulationPanel({ review }: { readonly review: DraftReview }) {
  const { simulation, simulationProblem } = review;
  if (simulation !== undefined) return <Simulated simulation={simulation} methodName={review.methodName} />;
  if (simulationProblem === undefined) return undefined;
  const isOffline = review.pinned === undefined;
  return (
    <Panel title={isOffline ? 'Simulation' : 'Simulated at the head'} hasRule>
      <Note tone={isOffline ? 'info' : 'warning'} isInset title={problemTitle(simulationProblem, isOffline)}>
        <UntrustedText text={simulationProblem.text} maximumLength={600} />
      </Note>
    </Panel>
  );
}

function problemTitle({ isNotServed }: NonNullable<DraftReview['simulationProblem']>, isOffline: boolean): string {
  if (isOffline) return 'Not simulated';
  return isNotServed ? 'Simulation not available from this endpoint' : 'Could not simulate the message';
}

function Simulated({ simulation, methodName }: { readonly simulation: SimulationView; readonly methodName: string | undefined }) {
  const isWell = simulation.exitCode === 0;
  const shown = simulation.calls.slice(0, MAX_CALLS);
  const hiddenCount = simulation.calls.length - shown.length + simulation.omittedCount;
  return (
    <Panel
      title="Simulated at the head"
      hasRule
      sub={
        <>
          exit code <Traced of="StateCall MsgRct.ExitCode">{simulation.exitCode}</Traced>,{' '}
          <Traced of="StateCall MsgRct.GasUsed">{formatInteger(simulation.gasUsed)} gas</Traced>
        </>
      }
    >
      {isWell ? undefined : (
        <Note tone="danger" isInset title={`Would fail: ${simulation.exitName}`}>
          {simulation.meaning ?? 'The message would be included, fail and cost its fee.'}
          {simulation.error === undefined ? undefined : (
            <p className={styles.nodeWords}>
              Node error: <UntrustedText text={simulation.error.replace(/\s*\n\s*/g, ' ')} maximumLength={600} />
            </p>
          )}
        </Note>
      )}
      {isWell && simulation.failedInsideCount > 0 ? (
        <Note tone="warning" isInset title={`${formatCount(simulation.failedInsideCount, 'call')} inside the message would fail`}>
          The message itself would succeed.
        </Note>
      ) : undefined}
      {shown.length === 0 ? undefined : (
        <table className={styles.calls}>
          <thead>
            <tr>
              <th>Call</th>
              <th>To</th>
              <th className={styles.right}>Value</th>
              <th>Exit</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((call, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: calls are identified only by their order
              <tr key={index}>
                <td>
                  <span style={{ paddingLeft: `${Math.min(call.depth, 8) * 16}px` }} className={call.depth === 0 ? 'm' : undefined}>
                    <UntrustedText text={call.methodName ?? (call.method === '0' ? 'Send' : `method ${call.method}`)} maximumLength={60} />
                  </span>
                </td>
                <td>
                  <AddressText address={call.to} />
                </td>
                <td className={styles.right}>
                  <AmountText value={call.value} />
                </td>
                <td>
                  <StatusText tone={call.exitCode === 0 ? 'success' : 'danger'}>
                    {call.exitCode}, {call.exitName}
                  </StatusText>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hiddenCount > 0 ? <p className={styles.hintLine}>{formatCount(hiddenCount, 'more call')}, not shown.</p> : undefined}
      {simulation.returned === undefined || simulation.returned.value === undefined ? undefined : (
        <div className={styles.returned}>
          <h3>Would return</h3>
          <DecodedTree view={simulation.returned} label="Simulated return value" isMethodKnown={methodName !== undefined} />
        </div>
      )}
    </Panel>
  );
}
