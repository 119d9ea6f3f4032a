import { isScheduled } from '../../../shared/domain/chain/network-version.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './node.module.css';
import type { ValueOf } from './node-rows.tsx';

/** The network's upgrades by name and height. */
export function Upgrades({ value }: { readonly value: ValueOf<'network'> }) {
  const { upgrades } = value;
  const known = useTopic('chain.versionChanged', (state) => state?.knowledge.upgrades);
  if (upgrades.length === 0)
    return <p className={styles.none}>The node lists no upgrades. This network started with the newest version.</p>;
  return (
    <>
      <h3 className={styles.upgradesTitle}>Upgrades</h3>
      <ul className={styles.upgrades}>
        {upgrades.map(({ name, height }) => (
          <li key={`${name} ${height}`}>
            <UntrustedText text={name} maximumLength={60} />{' '}
            <span className="t3">{isScheduled(height) ? formatInteger(height) : 'not scheduled'}</span>
            {known?.some((upgrade) => upgrade.name === name && upgrade.version === undefined) === true ? (
              <>
                {' '}
                <Badge tone="warning">unknown to this release</Badge>
              </>
            ) : undefined}
          </li>
        ))}
      </ul>
    </>
  );
}
