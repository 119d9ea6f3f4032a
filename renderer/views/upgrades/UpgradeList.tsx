import { Link } from 'wouter';
import type { ScheduledUpgrade } from '../../../shared/domain/chain/network-version.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { EpochText } from '../../components/values/EpochText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { upgradeId } from './upgrade-words.ts';
import styles from './upgrades.module.css';

interface UpgradeListProps {
  readonly upgrades: readonly ScheduledUpgrade[];
  readonly selected: ScheduledUpgrade | undefined;
  readonly headHeight: number;
  /** Undefined on accelerated chains. */
  readonly timeMsOf: ((height: number) => number) | undefined;
}

/** Scheduled and recent upgrades, each with its first epoch. */
export function UpgradeList({ upgrades, selected, headHeight, timeMsOf }: UpgradeListProps) {
  return (
    <nav aria-label="Upgrades" className={styles.list}>
      {upgrades.map((upgrade) => {
        const { name, height, version } = upgrade;
        const first = height + 1;
        const timeMs = timeMsOf?.(first);
        return (
          <Link
            key={upgradeId(upgrade)}
            href={`/node/upgrades/${encodeURIComponent(upgradeId(upgrade))}`}
            className={styles.item}
            aria-current={upgrade === selected ? 'page' : undefined}
          >
            <span className={styles.itemName}>
              <UntrustedText text={name} maximumLength={40} />
              <span className="t3">{version === undefined ? 'unknown' : `v${version}`}</span>
            </span>
            <span className="t3 s12">
              epoch <EpochText height={first} timeMs={timeMs} />
              {timeMs !== undefined
                ? undefined
                : first > headHeight
                  ? `, in ${formatInteger(first - headHeight)} epochs`
                  : `, ${formatInteger(headHeight - first)} epochs ago`}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
