import { IconMailOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Pool, PoolSender } from '../../../shared/ipc/schemas/mempool.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { FeeText } from '../../components/values/FeeText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import styles from './mempool.module.css';
import { senderWords } from './pool-words.ts';

const COLUMNS: readonly DataColumn<PoolSender>[] = [
  {
    id: 'sender',
    head: 'Sender',
    sortBy: ({ address }) => address,
    text: ({ address }) => address,
    cell: ({ address, isOwn }) => (
      <span className="row g6">
        <AddressText address={address} />
        {isOwn ? <Badge tone="accent">yours</Badge> : undefined}
      </span>
    ),
  },
  {
    id: 'count',
    head: 'Messages',
    widthPx: 92,
    align: 'right',
    sortBy: ({ count }) => count,
    text: ({ count }) => count,
    cell: ({ count }) => formatInteger(count),
  },
  {
    id: 'nonces',
    head: 'Nonces',
    widthPx: 128,
    align: 'right',
    sortBy: ({ firstNonce }) => BigInt(firstNonce),
    text: ({ firstNonce, lastNonce }) => (firstNonce === lastNonce ? firstNonce : `${firstNonce}-${lastNonce}`),
    cell: ({ firstNonce, lastNonce }) =>
      firstNonce === lastNonce ? formatInteger(firstNonce) : `${formatInteger(firstNonce)} to ${formatInteger(lastNonce)}`,
  },
  {
    id: 'chain',
    head: 'Next on chain',
    widthPx: 108,
    align: 'right',
    isWideOnly: true,
    text: ({ chainNonce }) => chainNonce ?? '',
    cell: ({ chainNonce, address }) =>
      chainNonce === undefined ? (
        <span className="t3">not read</span>
      ) : (
        <Traced of="StateGetActor Nonce" about={address} isInCell>
          {formatInteger(chainNonce)}
        </Traced>
      ),
  },
  {
    id: 'gas',
    head: 'Gas limit',
    widthPx: 128,
    align: 'right',
    isWideOnly: true,
    sortBy: ({ gasLimit }) => BigInt(gasLimit),
    text: ({ gasLimit }) => gasLimit,
    cell: ({ gasLimit }) => formatInteger(gasLimit),
  },
  {
    id: 'fee',
    head: 'Maximum fee',
    widthPx: 128,
    align: 'right',
    sortBy: ({ maximumFee }) => BigInt(maximumFee),
    text: ({ maximumFee }) => maximumFee,
    textName: 'highest_fee_attofil',
    cell: ({ maximumFee }) => <AmountText value={maximumFee} places={4} />,
  },
  {
    id: 'cap',
    head: 'Lowest fee cap',
    widthPx: 128,
    align: 'right',
    isWideOnly: true,
    sortBy: ({ lowestFeeCap }) => BigInt(lowestFeeCap),
    text: ({ lowestFeeCap }) => lowestFeeCap,
    textName: 'lowest_cap_attofil',
    cell: ({ lowestFeeCap }) => <FeeText value={lowestFeeCap} />,
  },
  {
    id: 'state',
    head: 'State',
    widthPx: 190,
    sortBy: ({ hold, heldCount }) => `${hold === undefined ? '1' : '0'} ${String(1_000_000 - heldCount).padStart(8, '0')}`,
    text: (sender) => senderWords(sender).words,
    cell: (sender) => {
      const { tone, words, hint } = senderWords(sender);
      return (
        <span title={hint}>
          <StatusText tone={tone}>{words}</StatusText>
        </span>
      );
    },
  },
  {
    id: 'seen',
    head: 'First seen',
    widthPx: 104,
    align: 'right',
    sortBy: ({ oldestSeenAtMs }) => oldestSeenAtMs,
    cell: ({ oldestSeenAtMs }) => (
      <span className="t3">
        <TimeText timeMs={oldestSeenAtMs} />
      </span>
    ),
  },
];

interface PoolSendersProps {
  readonly pool: Pool;
  readonly isStale: boolean;
  readonly onSelect: (address: string) => void;
}

/** Senders of pending messages, own keys first. */
export function PoolSenders({ pool, isStale, onSelect }: PoolSendersProps) {
  const calls = useMemo(() => pool.calls.filter(({ method }) => method.startsWith('Mpool')), [pool.calls]);
  return (
    <section className={styles.list} aria-label="Senders">
      <CallsContext value={pool.calls}>
        <DataTable
          label="Senders"
          unit={['sender', 'senders']}
          columns={COLUMNS}
          rows={pool.senders}
          rowKey={({ address }) => address}
          total={pool.senderCount}
          onSelect={({ address }) => onSelect(address)}
          copyText={({ address }) => address}
          exportName="mempool-senders"
          isFilling
          isStale={isStale}
          footer={<CallLink calls={calls} />}
          empty={
            <PanelState icon={IconMailOff} title="No pending messages">
              The endpoint has no pending messages.
            </PanelState>
          }
        />
      </CallsContext>
    </section>
  );
}
