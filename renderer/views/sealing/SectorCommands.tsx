import { sectorCommands } from '../../../shared/sealing/sector-commands.ts';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import styles from './sealing.module.css';
import type { BoardSector } from './sealing-lanes.ts';

/** Commands for a sector, to run on the miner's machine. Sextant only reads the miner. */
export function SectorCommands({ sector }: { readonly sector: BoardSector }) {
  const commands = sectorCommands(sector);
  if (commands.length === 0) return undefined;
  return (
    <DetailSection title="lotus-miner commands">
      {commands.map(({ purpose, command, effect }) => (
        <div key={command}>
          {purpose}
          <div className="t3 s12">{effect}</div>
          <div className={styles.command}>
            <code>{command}</code>
            <CopyButton text={command} label={`Copy command: ${purpose}`} />
          </div>
        </div>
      ))}
    </DetailSection>
  );
}
