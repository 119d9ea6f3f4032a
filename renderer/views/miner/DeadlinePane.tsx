import { IconListSearch, IconShieldCheck } from '@tabler/icons-react';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import { incomeDaysWords } from '../../../shared/domain/sectors/fault-fee.ts';
import type { MinerAt, MinerDeadline } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { callsOf, PanelContent, partOf, QueryContent } from '../../components/feedback/QueryContent.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { KeyValue, type KeyValueRow } from '../../components/values/KeyValue.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { formatDue } from '../../lib/due-words.ts';
import { formatTime } from '../../lib/shown-time.ts';
import { DeadlinePartitions } from './DeadlinePartitions.tsx';
import { DeadlineProof } from './DeadlineProof.tsx';
import { recoverDraft, signerOf, signerWords } from './miner-drafts.ts';
import { useMinerDrafts } from './use-miner-drafts.ts';
import type { GoToMiner } from './use-miner-route.ts';
import type { MinerSectors } from './use-miner-sectors.ts';

interface DeadlinePaneProps {
  readonly where: MinerAt;
  readonly index: number;
  readonly miner: Miner;
  readonly sectors: MinerSectors;
  readonly go: GoToMiner;
  readonly onClose: () => void;
}

/** One of the 48 deadlines: its window, its proofs, the power at stake, and recovery of faulty sectors. */
export function DeadlinePane({ where, index, miner, sectors, go, onClose }: DeadlinePaneProps) {
  const { keys, compose } = useMinerDrafts();
  const nowMs = useChainNow();
  // Once its sectors are read, the power is exact.
  const isWhole = sectors.progress?.state === 'done';
  const query = useQuery(
    `deadline ${index} of ${where.address} ${where.at === undefined ? '' : `at ${where.at} ${isWhole}`}`,
    (client) => client.miners.getDeadline({ ...where, index }),
    where.at === undefined ? { refreshOn: 'head' } : {},
  );
  const deadline = query.data;
  const info = partOf(miner.info);
  const signer = info === undefined ? undefined : signerOf(info, ['Worker', 'Control', 'Owner'], keys);
  const lost = deadline?.partitions.reduce((sum, { lostCount }) => sum + lostCount, 0) ?? 0;
  const refusal = deadline === undefined ? undefined : whyNotDeclared(deadline, nowMs);
  return (
    <DetailPane
      title={`Deadline ${index}`}
      sub={deadline === undefined ? undefined : <WindowWords deadline={deadline} nowMs={nowMs} />}
      onClose={onClose}
      footer={
        <>
          {deadline !== undefined && lost > 0 ? (
            <Button
              kind="primary"
              icon={IconShieldCheck}
              disabledReason={refusal}
              hint={signerWords(signer)}
              onClick={() => compose(recoverDraft(where.address, signer, index, deadline.partitions))}
            >
              Declare recovery
            </Button>
          ) : undefined}
          <Button icon={IconListSearch} onClick={() => go({ filter: `deadline:${index}` })}>
            List sectors
          </Button>
        </>
      }
    >
      <QueryContent query={query}>
        {(data) => (
          <>
            {lost === 0 ? undefined : (
              <Note tone="danger" title={`${formatCount(lost, 'faulty sector')} without a declared recovery`}>
                {refusal ??
                  `Once the data is readable again, declare recovery by ${formatDue(data.cutoffTimeMs, nowMs)}. The proof after ${formatDue(data.openTimeMs, nowMs)} then clears the fault. A sector faulty for 42 days is terminated.`}
              </Note>
            )}
            <DetailSection title="Window">
              <KeyValue labelWidthPx={112} rows={windowRows(data, nowMs)} />
            </DetailSection>
            <Stake stake={data.stake} dailyFee={data.dailyFee} isOpen={data.isOpen} />
            <DetailSection title="Partitions" calls={data.calls}>
              <DeadlinePartitions deadline={data} />
            </DetailSection>
            <DeadlineProof key={`${where.address} ${index}`} miner={where.address} deadline={data} />
          </>
        )}
      </QueryContent>
    </DetailPane>
  );
}

function WindowWords({ deadline, nowMs }: { readonly deadline: MinerDeadline; readonly nowMs: number }) {
  if (!deadline.isOpen) return <>opens at {formatDue(deadline.openTimeMs, nowMs)}</>;
  return (
    <span className="acc">
      open, closes in <TimeText timeMs={deadline.closeTimeMs} as="countdown" isChainTime />
    </span>
  );
}

/** Source: builtin-actors `actors/miner/src/lib.rs`, `declare_faults_recovered`: not for the open deadline, nor after the cutoff. */
function whyNotDeclared(deadline: MinerDeadline, nowMs: number): string | undefined {
  if (deadline.isOpen) {
    return `The deadline is open. Recovery can be declared after it closes at ${formatTime(deadline.closeTimeMs)}, for its next window tomorrow.`;
  }
  if (nowMs < deadline.cutoffTimeMs) return undefined;
  return `The fault cutoff for this window was at ${formatTime(deadline.cutoffTimeMs)}, 70 epochs before it opens. Recovery for the next window can be declared after ${formatDue(deadline.closeTimeMs, nowMs)}.`;
}

function windowRows(data: MinerDeadline, nowMs: number): KeyValueRow[] {
  const row = (label: string, height: number, timeMs: number, hint?: string): KeyValueRow => ({
    label,
    value: (
      <span title={hint}>
        {formatDue(timeMs, nowMs)},{' '}
        <span className="nw">
          epoch <EpochText height={height} timeMs={timeMs} />
        </span>
      </span>
    ),
    isWrapped: true,
  });
  return [
    row(data.isOpen ? 'Opened' : 'Opens', data.openEpoch, data.openTimeMs),
    row('Closes', data.closeEpoch, data.closeTimeMs),
    row('Fault cutoff', data.cutoffEpoch, data.cutoffTimeMs, 'Last moment to declare faults and recoveries for this window'),
    {
      label: 'Challenge',
      value: <span title="The epoch whose randomness the proof uses">epoch {formatInteger(data.challengeEpoch)}</span>,
    },
  ];
}

const RULE =
  'This power’s share of 3.51 days of the epoch reward, for each day that it stays faulty. The first missed proof costs no fee, but the sectors lose their power until they recover.';

function Stake({
  stake,
  dailyFee,
  isOpen,
}: {
  readonly stake: MinerDeadline['stake'];
  readonly dailyFee: string | undefined;
  readonly isOpen: boolean;
}) {
  return (
    <DetailSection title={isOpen ? 'At stake now' : 'At stake'} calls={callsOf(stake)}>
      <PanelContent panel={stake}>
        {(value) => (
          <>
            <KeyValue
              labelWidthPx={112}
              rows={[
                {
                  label: 'Power',
                  value: (
                    <>
                      {formatBytes(BigInt(value.liveQualityAdjusted), { maximumPlaces: 2 })} quality adjusted
                      {value.isEstimate ? <span className="t3">, estimated from the number of sectors</span> : undefined}
                    </>
                  ),
                  isWrapped: true,
                },
                {
                  label: 'If missed',
                  value: (
                    <>
                      <Traced of={['StateReadState State.ThisEpochReward', 'StateMinerPower TotalPower.QualityAdjPower']}>
                        <AmountText value={value.faultFeeIfMissed} places={4} />
                      </Traced>{' '}
                      a day
                    </>
                  ),
                },
                value.faultFeeNow === '0'
                  ? undefined
                  : {
                      label: 'Faulty now',
                      value: (
                        <span className="bad">
                          <AmountText value={value.faultFeeNow} places={4} /> a day
                        </span>
                      ),
                    },
                dailyFee === undefined || dailyFee === '0'
                  ? undefined
                  : {
                      label: 'Daily fee',
                      value: <AmountText value={dailyFee} places={6} />,
                    },
              ]}
            />
            <p className="t3 s12">
              {RULE}
              {incomeDaysWords(value.incomeDays)}
            </p>
          </>
        )}
      </PanelContent>
    </DetailSection>
  );
}
