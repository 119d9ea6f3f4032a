import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { TipsetReward } from '../../../shared/ipc/schemas/block-reward.ts';
import type { Block, Tipset } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { rewardSourceInShort } from '../../lib/reward-source.ts';
import { blockPath, tipsetOrigins } from './tipset-origins.ts';

/** Exported for its test, which checks which columns stay beside the pane. */
export const blockColumns = (tipset: Tipset, reward: TipsetReward | undefined): readonly DataColumn<Block>[] => [
  { id: 'cid', head: 'Block', widthPx: 216, text: (block) => block.cid, cell: (block) => <HashText cid={block.cid} size="detail" /> },
  {
    id: 'miner',
    head: 'Miner',
    widthPx: 120,
    text: (block) => block.miner,
    cell: (block) => (
      <Traced of={tipsetOrigins(tipset, blockPath(block, 'Miner'))} isInCell>
        <AddressText address={block.miner} />
      </Traced>
    ),
  },
  {
    id: 'wins',
    head: 'Wins',
    widthPx: 70,
    align: 'right',
    text: (block) => block.winCount,
    cell: (block) => (
      <Traced of={tipsetOrigins(tipset, blockPath(block, 'ElectionProof.WinCount'))} isInCell>
        {formatInteger(block.winCount)}
      </Traced>
    ),
  },
  {
    id: 'messages',
    head: 'Messages',
    widthPx: 92,
    align: 'right',
    isWideOnly: true,
    text: (block) => block.messageCount ?? '',
    cell: (block) =>
      block.messageCount === undefined ? undefined : (
        <Traced of="ChainGetBlockMessages Cids" about={block.cid} isInCell>
          {formatInteger(block.messageCount)}
        </Traced>
      ),
  },
  rewardColumn('minted', 'Block reward', reward),
  rewardColumn('miner', 'Miner’s part', reward),
  {
    id: 'check',
    head: 'Header',
    leastPx: 156,
    text: (block) => (block.isCidVerified ? 'verified' : 'wrong'),
    cell: (block) => <CidCheck isVerified={block.isCidVerified} />,
  },
];

/** A part of each block's reward in FIL; empty until it is known. */
function rewardColumn(part: 'minted' | 'miner', head: string, reward: TipsetReward | undefined): DataColumn<Block> {
  const amountOf = (block: Block) => reward?.blocks?.find(({ cid }) => cid === block.cid)?.[part];
  return {
    id: `${part}-reward`,
    head,
    widthPx: 112,
    align: 'right',
    text: (block) => amountOf(block) ?? '',
    textName: part === 'minted' ? 'block_reward_attofil' : 'miner_part_attofil',
    cell: (block) => {
      const value = amountOf(block);
      return value === undefined ? undefined : <AmountText value={value} places={4} />;
    },
  };
}

export function CidCheck({ isVerified }: { readonly isVerified: boolean }) {
  return isVerified ? <StatusText tone="success">CID verified</StatusText> : <StatusText tone="danger">CID mismatch</StatusText>;
}

interface BlocksPanelProps {
  readonly tipset: Tipset;
  readonly selectedCid: string | undefined;
  readonly onSelect: (cid: string) => void;
}

/** The block rewards of the tipset with their source, and the order of its blocks. */
function rewardWords(reward: TipsetReward | undefined): ReactNode {
  if (reward === undefined) return 'in ticket order';
  const { totals, way } = reward;
  const amount = (value: string) => <AmountText value={value} places={2} />;
  return (
    <>
      {way === 'expected' ? 'expected ' : ''}block rewards {amount(totals.minted)}, {rewardSourceInShort(reward)}
      {way === 'whole' ? undefined : (
        <>
          : miners {amount(totals.miner)}, recipients {amount(totals.explicit)}, burned {amount(totals.burned)}
        </>
      )}
      ; in ticket order
    </>
  );
}

/** The blocks of a tipset in ticket order. */
export function BlocksPanel({ tipset, selectedCid, onSelect }: BlocksPanelProps) {
  const { key } = tipset.ref;
  const isExecuted = tipset.nextHeight !== undefined;
  // At the head it is an estimate; queried again once a child has executed the tipset.
  const query = useQuery(`reward of ${key.join()} ${isExecuted}`, (client) => client.chain.getTipsetReward({ key }));
  const reward = query.data;
  const failure = reward === undefined ? query.error : undefined;
  const columns = useMemo(() => blockColumns(tipset, reward), [tipset, reward]);
  const calls = reward === undefined ? tipset.calls : [...tipset.calls, ...reward.calls];
  return (
    <Panel
      title="Blocks"
      sub={failure === undefined ? rewardWords(reward) : `block rewards unknown: ${sanitiseToText(failure.message, 200)}`}
      calls={calls}
      hasRule
      actions={
        failure?.retryable === true ? (
          <Button kind="quiet" size="small" icon={IconRefresh} onClick={query.refresh}>
            Retry
          </Button>
        ) : undefined
      }
    >
      <DataTable
        label="Blocks"
        columns={columns}
        rows={tipset.blocks}
        rowKey={(block) => block.cid}
        selectedKey={selectedCid}
        onSelect={(block) => onSelect(block.cid)}
        copyText={(block) => block.cid}
        unit={['block', 'blocks']}
        hasFooter
        exportName={`blocks-${tipset.ref.height}`}
      />
    </Panel>
  );
}
