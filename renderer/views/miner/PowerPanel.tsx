import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { MinerStateRead } from '../../../shared/ipc/schemas/state-read.ts';
import { formatCount, formatInteger, formatShare } from '../../../shared/text/format.ts';
import { callsOf, type MissingPart, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { expectedIncome, expectedWins, incomeHint, winsHint, winsWords } from './expected-wins.ts';
import { BLOCK_ORIGIN, type FigureBlocks } from './figure-blocks.ts';
import { LastBlockText } from './LastBlockText.tsx';
import styles from './miner.module.css';
import { PowerTrend } from './PowerTrend.tsx';
import { useOwnMiner } from './use-own-miner.ts';

interface PowerPanelProps {
  /** Blocks do not say whether the power is enough to win: the threshold is no part of the state. */
  readonly power: Miner['power'] | MinerStateRead['power'] | undefined;
  readonly sectorSize?: number | undefined;
  /** Where it was answered by the node: whose power it is. */
  readonly miner?: Pick<Miner, 'address' | 'isOwn'> | undefined;
  /** Of an epoch in the past: what was won since then is left out. */
  readonly isPast?: boolean;
  /** Where it was read from the state. */
  readonly blocks?: FigureBlocks | undefined;
  readonly missing: MissingPart;
}

/** Power, and its share of the network's. */
export function PowerPanel({ power: panel, sectorSize, miner, isPast = false, blocks, missing }: PowerPanelProps) {
  return (
    <Panel title="Power" sub={sectorSize === undefined ? undefined : `${formatBytes(sectorSize)} sectors`} calls={callsOf(panel)}>
      <PanelContent panel={panel} {...missing}>
        {(power) => (
          <>
            <div className={styles.figures}>
              <div className={styles.figure}>
                <b>
                  <Traced of={['StateMinerPower MinerPower.QualityAdjPower', BLOCK_ORIGIN]} about={blocks?.claim}>
                    {formatBytes(BigInt(power.qualityAdjusted), { maximumPlaces: 2 })}
                  </Traced>
                </b>
                <span>quality adjusted</span>
              </div>
              <div className={styles.figure}>
                <b>
                  <Traced
                    of={['StateMinerPower MinerPower.QualityAdjPower', 'StateMinerPower TotalPower.QualityAdjPower', BLOCK_ORIGIN]}
                    about={blocks?.claim}
                  >
                    {formatShare(BigInt(power.qualityAdjusted), BigInt(power.networkQualityAdjusted), 3)}
                  </Traced>
                </b>
                <span>of the network</span>
              </div>
            </div>
            {miner === undefined ? undefined : <PowerTrend miner={miner} />}
            <div className={styles.facts}>
              <KeyValue
                labelWidthPx={100}
                rows={[
                  {
                    label: 'Raw power',
                    value: (
                      <>
                        <Traced of={['StateMinerPower MinerPower.RawBytePower', BLOCK_ORIGIN]} about={blocks?.claim}>
                          {formatBytes(BigInt(power.rawBytes), { maximumPlaces: 2 })}
                        </Traced>
                        <span className="t3"> {formatShare(BigInt(power.rawBytes), BigInt(power.networkRawBytes), 2)} of the network</span>
                      </>
                    ),
                  },
                  {
                    label: 'Expected wins',
                    isWrapped: true,
                    value: <ExpectedWinsText power={power} miner={isPast ? undefined : miner} claim={blocks?.claim} />,
                  },
                  miner === undefined
                    ? undefined
                    : {
                        label: 'Expected income',
                        isWrapped: true,
                        value: isPast ? (
                          <span className="t3">available only at the head</span>
                        ) : miner.isOwn ? (
                          <ExpectedIncomeText power={power} />
                        ) : (
                          <span className="t3">only for My miners</span>
                        ),
                      },
                  miner === undefined || isPast
                    ? undefined
                    : { label: 'Last block won', isWrapped: true, value: <LastBlockText address={miner.address} /> },
                  'hasMinimumPower' in power
                    ? {
                        label: 'Can win blocks',
                        value: (
                          <Traced of="StateMinerPower HasMinPower">
                            {power.hasMinimumPower ? 'Yes' : <span className="warn">No, below minimum power</span>}
                          </Traced>
                        ),
                      }
                    : undefined,
                ]}
              />
            </div>
          </>
        )}
      </PanelContent>
    </Panel>
  );
}

interface ExpectedWinsTextProps {
  readonly power: { readonly qualityAdjusted: string; readonly networkQualityAdjusted: string };
  readonly miner: PowerPanelProps['miner'];
  readonly claim: string | undefined;
}

function ExpectedWinsText({ power, miner, claim }: ExpectedWinsTextProps) {
  const wins = useOwnMiner(miner?.isOwn === true ? miner.address : undefined)?.wins;
  const expected = expectedWins(BigInt(power.qualityAdjusted), BigInt(power.networkQualityAdjusted));
  if (expected === undefined) return <span className="t3">none: the network has no power</span>;
  return (
    <>
      <Traced of={['StateMinerPower MinerPower.QualityAdjPower', 'StateMinerPower TotalPower.QualityAdjPower', BLOCK_ORIGIN]} about={claim}>
        <span title={winsHint(expected)}>{winsWords(expected)}</span>
      </Traced>
      {wins === undefined ? undefined : <span className="t3"> {seenWords(wins)}</span>}
    </>
  );
}

/** The reward arrives with the data of own miners. */
function ExpectedIncomeText({ power: { qualityAdjusted, networkQualityAdjusted } }: Pick<ExpectedWinsTextProps, 'power'>) {
  const known = useTopic('ownMiners.changed', (state) => state?.known);
  const { epochReward, minerPart } = known ?? {};
  if (epochReward === undefined || minerPart === undefined) return <span className="t3">unknown: could not read the miner’s part</span>;
  const income = expectedIncome(BigInt(qualityAdjusted), BigInt(networkQualityAdjusted), BigInt(minerPart));
  if (income === undefined) return <span className="t3">none: the network has no power</span>;
  const { aDay, aWin } = income;
  return (
    <CallsContext value={callsOf(known?.miners) ?? []}>
      <Traced of={['StateReadState State.ThisEpochReward', 'StateMinerPower TotalPower.QualityAdjPower']}>
        <span title={incomeHint({ epochReward: BigInt(epochReward), minerPart: BigInt(minerPart) })}>
          <AmountText value={aDay.toString()} places={2} /> a day
        </span>
      </Traced>
      <span className="t3">
        {' '}
        <AmountText value={aWin.toString()} places={2} /> a win{minerPart === epochReward ? '' : ', miner’s part'}
      </span>
    </CallsContext>
  );
}

/** Wins of the last day, as far as its epochs are in the local history. */
function seenWords({ count, seenEpochs }: NonNullable<OwnMiner['wins']>): string {
  if (seenEpochs >= ALL_SEEN_EPOCHS) return `${formatInteger(count)} in the last 24 h`;
  return seenEpochs === 0 ? '' : `${formatInteger(count)} in ${formatCount(seenEpochs, 'epoch')} of local history`;
}

/** Of a day's 2,880; a few are missed at the start. */
const ALL_SEEN_EPOCHS = 2870;
