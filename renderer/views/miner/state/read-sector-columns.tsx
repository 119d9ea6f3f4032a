import type { StateProof, StateSectorRow } from '../../../../shared/ipc/schemas/state-read.ts';
import type { DataColumn } from '../../../components/DataTable.tsx';
import { HashText } from '../../../components/HashText.tsx';
import { UntrustedText } from '../../../components/UntrustedText.tsx';
import { stateSectorColumns } from '../sector-columns.tsx';
import { sectorStatus } from './sector-status.ts';

type Text = Required<Pick<DataColumn<StateSectorRow>, 'text' | 'textName'>>;

/** By column, what a copy has: exact and without units, the same in every form. */
const TEXTS: Readonly<Record<string, Text>> = {
  number: { textName: 'sector', text: ({ number }) => number },
  state: { textName: 'state', text: sectorStatus },
  active: { textName: 'active', text: ({ isActive }) => (isActive ? 'yes' : 'no') },
  place: { textName: 'deadline', text: ({ deadline }) => deadline ?? '' },
  verified: { textName: 'verified_bytes', text: ({ verifiedBytes }) => verifiedBytes ?? '' },
  power: { textName: 'quality_adjusted_bytes', text: ({ qualityAdjusted }) => qualityAdjusted },
  expires: { textName: 'expiration', text: ({ expiration }) => expiration },
  pledge: { textName: 'initial_pledge_attofil', text: ({ initialPledge }) => initialPledge },
  fee: { textName: 'daily_fee_attofil', text: ({ dailyFee }) => dailyFee ?? '0' },
  sealed: { textName: 'sealed_cid', text: ({ sealedCid }) => sealedCid },
};

const OF_SECTORS: readonly DataColumn<StateSectorRow>[] = [
  ...stateSectorColumns.map((column) => ({ ...column, ...TEXTS[column.id] })),
  hidden('Partition', 'partition', ({ partition }) => partition ?? ''),
  hidden('Activation', 'activation', ({ activation }) => activation),
];

/**
 * The columns of the sectors of a read. In a copy they are evidence: each line says too whose it is, which state it stands in and who gave
 * the blocks, so that a part that is cut out can still be checked.
 */
export function readSectorColumns(proof: StateProof | undefined, endpoint: string): readonly DataColumn<StateSectorRow>[] {
  if (proof === undefined) return OF_SECTORS;
  const { actor, pinned, block, stateRoot } = proof;
  return [
    ...OF_SECTORS,
    hidden('Miner', 'miner', () => actor),
    hidden('Tipset', 'tipset_epoch', () => pinned.height),
    { ...hidden('Block', 'block', () => block), cell: () => <HashText cid={block} /> },
    { ...hidden('State root', 'state_root', () => stateRoot), cell: () => <HashText cid={stateRoot} /> },
    { ...hidden('Endpoint', 'endpoint', () => endpoint), cell: () => <UntrustedText text={endpoint} maximumLength={40} /> },
  ];
}

function hidden(head: string, textName: string, text: Text['text']): DataColumn<StateSectorRow> {
  return { id: textName, head, widthPx: 136, textName, text, cell: text, isHidden: true };
}
