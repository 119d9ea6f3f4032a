import type { SectorTableRow } from '../../../../shared/ipc/schemas/miner-sectors.ts';
import type { StateProof } from '../../../../shared/ipc/schemas/state-read.ts';
import type { DataColumn } from '../../../components/tables/DataTable.tsx';
import { HashText } from '../../../components/values/HashText.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';

/**
 * Columns that make copied rows verifiable on their own: miner, state root and endpoint of each row.
 */
export function evidenceColumns(proof: StateProof | undefined, endpoint: string): readonly DataColumn<SectorTableRow>[] {
  if (proof === undefined) return [];
  const { actor, pinned, block, stateRoot } = proof;
  return [
    hidden('Miner', 'miner', () => actor),
    hidden('Tipset', 'tipset_epoch', () => pinned.height),
    { ...hidden('Block', 'block', () => block), cell: () => <HashText cid={block} /> },
    { ...hidden('State root', 'state_root', () => stateRoot), cell: () => <HashText cid={stateRoot} /> },
    { ...hidden('Endpoint', 'endpoint', () => endpoint), cell: () => <UntrustedText text={endpoint} maximumLength={40} /> },
  ];
}

function hidden(head: string, textName: string, text: () => string | number): DataColumn<SectorTableRow> {
  return { id: textName, head, widthPx: 136, textName, text, cell: text, isHidden: true };
}
