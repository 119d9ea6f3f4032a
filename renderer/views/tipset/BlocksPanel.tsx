import { useMemo } from 'react';
import type { Block, Tipset } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { HashText } from '../../components/HashText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { blockPath, tipsetOrigins } from './tipset-origins.ts';

const columnsOf = (tipset: Tipset): readonly DataColumn<Block>[] => [
  { id: 'cid', head: 'Block', widthPx: 240, text: (block) => block.cid, cell: (block) => <HashText cid={block.cid} size="detail" /> },
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
    text: (block) => block.messageCount ?? '',
    cell: (block) =>
      block.messageCount === undefined ? undefined : (
        <Traced of="ChainGetBlockMessages Cids" about={block.cid} isInCell>
          {formatInteger(block.messageCount)}
        </Traced>
      ),
  },
  {
    id: 'check',
    head: 'Header',
    text: (block) => (block.isCidVerified ? 'verified' : 'wrong'),
    cell: (block) => <CidCheck isVerified={block.isCidVerified} />,
  },
];

export function CidCheck({ isVerified }: { readonly isVerified: boolean }) {
  return isVerified ? (
    <StatusText tone="success">CID verified here</StatusText>
  ) : (
    <StatusText tone="danger">Does not hash to its CID</StatusText>
  );
}

interface BlocksPanelProps {
  readonly tipset: Tipset;
  readonly selectedCid: string | undefined;
  readonly onSelect: (cid: string) => void;
}

/** The blocks of a tipset in ticket order. */
export function BlocksPanel({ tipset, selectedCid, onSelect }: BlocksPanelProps) {
  const columns = useMemo(() => columnsOf(tipset), [tipset]);
  return (
    <Panel title="Blocks" sub="in ticket order" calls={tipset.calls} hasRule>
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
