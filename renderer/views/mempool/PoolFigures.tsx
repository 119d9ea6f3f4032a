import type { ReactNode } from 'react';
import { BLOCK_GAS_TARGET } from '../../../shared/domain/messages/gas.ts';
import type { Pool } from '../../../shared/ipc/schemas/mempool.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { CallsContext } from '../../components/values/calls-context.ts';
import { FeeText } from '../../components/values/FeeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { gasText } from '../../lib/gas-text.ts';
import { headOrigins } from '../../lib/origin.ts';
import styles from './mempool.module.css';

/** Totals of the mempool in one line. */
export function PoolFigures({ pool }: { readonly pool: Pool }) {
  const blocks = Number((BigInt(pool.gasLimitReady) * 100n) / BLOCK_GAS_TARGET) / 100;
  return (
    <CallsContext value={pool.calls}>
      <dl className={styles.figures} aria-label="Mempool summary">
        <PoolFigure
          label="Messages"
          value={<Traced of="MpoolPending">{formatInteger(pool.messageCount)}</Traced>}
          detail={pool.ownCount === 0 ? 'none of your keys' : `${formatInteger(pool.ownCount)} of your keys`}
        />
        <PoolFigure
          label="Ready for inclusion"
          value={
            <>
              {blocks.toFixed(2)} <span className={styles.unit}>blocks of gas</span>
            </>
          }
          detail={`of ${gasText(BLOCK_GAS_TARGET)} each; ${gasText(pool.gasLimitTotal)} total`}
        />
        <PoolFigure
          label="Base fee"
          value={
            <Traced of={headOrigins('Blocks[0].ParentBaseFee')}>
              <FeeText value={pool.baseFee} />
            </Traced>
          }
          detail={`at epoch ${formatInteger(pool.height)}`}
        />
        <PoolFigure
          label="Below base fee"
          value={formatInteger(pool.belowBaseFeeCount)}
          detail={pool.belowBaseFeeCount === 0 ? 'none' : 'not includable now'}
        />
        <PoolFigure
          label="Behind a gap"
          value={formatInteger(pool.behindGapCount)}
          detail={pool.behindGapCount === 0 ? 'no missing nonces' : 'an earlier nonce is missing'}
        />
      </dl>
      {pool.unreadableCount === 0 ? undefined : (
        <p className={styles.unreadable} role="status">
          {formatCount(pool.unreadableCount, 'entry', 'entries')} in the node's answer could not be read as a signed message.
        </p>
      )}
    </CallsContext>
  );
}

function PoolFigure({ label, value, detail }: { readonly label: string; readonly value: ReactNode; readonly detail: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value}>{value}</span>
        <span className={styles.detail} title={detail}>
          {detail}
        </span>
      </dd>
    </div>
  );
}
