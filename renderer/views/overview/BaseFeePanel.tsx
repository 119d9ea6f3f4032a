import { useCallback, useMemo, useState } from 'react';
import { feeText } from '../../../shared/domain/amounts/amount-parts.ts';
import type { Overview } from '../../../shared/ipc/schemas/chain.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatCount, formatDuration } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { Chart } from '../../components/values/Chart.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import type { ChartTheme } from '../../lib/chart-theme.ts';
import { baseFeeChart, unitOf } from './base-fee-chart.ts';
import { FEE_SPANS, type FeeSpan, feePoints, unseenFeeEpochs } from './base-fee-points.ts';
import styles from './overview.module.css';
import { useRefresh } from './use-refresh.ts';

interface BaseFeePanelProps {
  readonly overview: Overview | undefined;
  /** Calls that returned the tipsets of the strip. */
  readonly calls: readonly CallRef[] | undefined;
  /** Block delay of the chain, to convert epochs to a duration. */
  readonly blockDelaySeconds: number | undefined;
  /** Whether the endpoint is not responding, so that no data will arrive. */
  readonly isDown: boolean;
}

const OPTIONS = (['hour', 'day', 'week'] as const).map((value) => ({ value, label: FEE_SPANS[value].label }));
const stopFill = (client: AppClient) => client.history.stopFill({});
/** The strip provides the latest 60 epochs; stored fees are read again before that many have passed. */
const REFRESH_EPOCHS = 30;

/** The base fee over a span, with the fee cap of an own pending message below it. Earlier epochs are requested when the span is selected. */
export function BaseFeePanel({ overview, calls, blockDelaySeconds = 30, isDown }: BaseFeePanelProps) {
  const [span, setSpan] = useState<FeeSpan>('hour');
  const live = overview?.baseFees;
  const until = live?.at(-1)?.height;
  const { epochs, words, label } = FEE_SPANS[span];
  const isPinned = overview?.past !== undefined;
  const kept = useQuery(
    `base-fees ${span} ${isPinned ? until : 'to the head'}`,
    async (client) => {
      const filled = span === 'hour' || isPinned ? undefined : await client.history.fillBaseFees({ epochs });
      const from = Math.max(0, (until ?? 0) - epochs);
      const { series } = await client.history.getSeries({ names: [{ kind: 'base-fee' }], from, mostPoints: 600 });
      return { filled, points: series[0]?.points ?? [] };
    },
    { isEnabled: until !== undefined },
  );
  useRefresh(kept.refresh, isPinned || until === undefined ? 0 : Math.floor(until / REFRESH_EPOCHS));
  const stopping = useCommand(stopFill);
  const stuckCap = useTopic('messages.journalChanged', (journal) => lowestWaitingCap(journal));
  const points = useMemo(() => feePoints(kept.data?.points ?? [], live ?? [], span), [kept.data, live, span]);
  const option = useCallback((theme: ChartTheme) => baseFeeChart(points, stuckCap, theme), [points, stuckCap]);
  const last = live?.at(-1);
  const known = points.filter((point) => point !== undefined).length;
  const problem = kept.data?.filled?.problem ?? kept.error?.message;
  const unseen = unseenFeeEpochs(points, span);
  return (
    <Panel
      title="Base fee"
      sub={last === undefined ? undefined : `${unitOf(points)}, ${isPinned ? `${label} before the pinned epoch` : words}`}
      calls={(kept.data?.filled?.calls ?? []).length > 0 ? kept.data?.filled?.calls : calls}
      actions={<SegmentedControl label="Time span" options={OPTIONS} value={span} onChange={setSpan} />}
    >
      <div className={styles.chart}>
        {last === undefined ? (
          <div className={styles.chartWaiting}>{isDown ? <span className="t3">unknown</span> : <Skeleton widthPx={200} />}</div>
        ) : (
          <Chart
            label={`Base fee, ${words}, ${formatCount(known, 'tipset')} known, now ${feeText(BigInt(last.baseFee))}`}
            heightPx={problem === undefined ? 180 : 160}
            option={option}
          />
        )}
        {last === undefined ? undefined : (
          <p className={styles.chartFoot} role="status">
            {kept.isLoading && kept.data === undefined && span !== 'hour' ? (
              <>
                Reading earlier epochs …{' '}
                <button type="button" className="link" onClick={() => void stopping.run({})}>
                  Stop
                </button>
              </>
            ) : (
              (problem ??
              (unseen > epochs / 20 ? `${formatDuration(unseen * blockDelaySeconds * 1000)} missing from the local history.` : undefined))
            )}
          </p>
        )}
      </div>
    </Panel>
  );
}

function lowestWaitingCap(journal: readonly JournalEntry[] | undefined): string | undefined {
  const caps = (journal ?? []).filter(({ stage }) => stage === 'pushed' || stage === 'in-pool').map(({ gasFeeCap }) => BigInt(gasFeeCap));
  const [first, ...rest] = caps;
  return first === undefined ? undefined : rest.reduce((least, cap) => (cap < least ? cap : least), first).toString();
}
