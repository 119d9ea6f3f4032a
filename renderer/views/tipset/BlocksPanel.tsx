import type { Block, Tipset } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { HashText } from '../../components/HashText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { StatusText } from '../../components/StatusText.tsx';

const COLUMNS: readonly DataColumn<Block>[] = [
  { id: 'cid', head: 'Block', widthPx: 240, cell: (block) => <HashText cid={block.cid} size="detail" /> },
  { id: 'miner', head: 'Miner', widthPx: 120, cell: (block) => <AddressText address={block.miner} /> },
  { id: 'wins', head: 'Wins', widthPx: 70, align: 'right', cell: (block) => formatInteger(block.winCount) },
  {
    id: 'messages',
    head: 'Messages',
    widthPx: 92,
    align: 'right',
    cell: (block) => (block.messageCount === undefined ? '' : formatInteger(block.messageCount)),
  },
  { id: 'check', head: 'Header', cell: (block) => <CidCheck isVerified={block.isCidVerified} /> },
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
  return (
    <Panel title="Blocks" sub="in ticket order" calls={tipset.calls} hasRule>
      <DataTable
        label="Blocks"
        columns={COLUMNS}
        rows={tipset.blocks}
        rowKey={(block) => block.cid}
        selectedKey={selectedCid}
        onSelect={(block) => onSelect(block.cid)}
        copyText={(block) => block.cid}
      />
    </Panel>
  );
}
