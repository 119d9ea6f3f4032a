import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { MinerStateRead } from '../../../shared/ipc/schemas/state-read.ts';
import { formatShare } from '../../../shared/text/format.ts';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Panel } from '../../components/Panel.tsx';
import { callsOf, type MissingPart, PanelContent } from '../../components/QueryContent.tsx';
import { Traced } from '../../components/Traced.tsx';
import { BLOCK_ORIGIN, type FigureBlocks } from './figure-blocks.ts';
import styles from './miner.module.css';

interface PowerPanelProps {
  /** Blocks do not say whether the power is enough to win: the threshold is no part of the state. */
  readonly power: Miner['power'] | MinerStateRead['power'] | undefined;
  readonly sectorSize?: number | undefined;
  /** Where it was read from the state. */
  readonly blocks?: FigureBlocks | undefined;
  readonly missing: MissingPart;
}

/** Power, and its share of the network's. */
export function PowerPanel({ power: panel, sectorSize, blocks, missing }: PowerPanelProps) {
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
            <div className={styles.facts}>
              <KeyValue
                labelWidthPx={100}
                rows={[
                  {
                    label: 'Raw bytes',
                    value: (
                      <>
                        <Traced of={['StateMinerPower MinerPower.RawBytePower', BLOCK_ORIGIN]} about={blocks?.claim}>
                          {formatBytes(BigInt(power.rawBytes), { maximumPlaces: 2 })}
                        </Traced>
                        <span className="t3"> {formatShare(BigInt(power.rawBytes), BigInt(power.networkRawBytes), 2)} of all</span>
                      </>
                    ),
                  },
                  {
                    label: 'Network',
                    value: (
                      <Traced of="StateMinerPower TotalPower.QualityAdjPower">
                        <span className="t2">
                          {formatBytes(BigInt(power.networkQualityAdjusted), { maximumPlaces: 2 })} quality adjusted
                        </span>
                      </Traced>
                    ),
                  },
                  'hasMinimumPower' in power
                    ? {
                        label: 'Can win blocks',
                        value: (
                          <Traced of="StateMinerPower HasMinPower">
                            {power.hasMinimumPower ? 'Yes' : <span className="warn">No, below the least power</span>}
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
