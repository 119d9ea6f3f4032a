import { IconCalendarPlus, IconChartHistogram, IconPlayerStop, IconShieldCheck } from '@tabler/icons-react';
import { useStore } from 'zustand/react';
import { formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { chosenOf, chosenSectorsStore, clearSectors } from './chosen-sectors.ts';
import type { MinerRoute } from './miner-route.ts';
import type { GoToMiner } from './use-miner-route.ts';

interface ToolsProps {
  readonly shown: MinerRoute;
  readonly go: GoToMiner;
}

const CHANGES = [
  { kind: 'recover', label: 'Recover', icon: IconShieldCheck },
  { kind: 'extend', label: 'Extend', icon: IconCalendarPlus },
  { kind: 'terminate', label: 'Terminate', icon: IconPlayerStop },
] as const;

/** Messages for the sectors that are ticked, or for all that pass the filter. */
export function SectorChanges({ miner, shown, go }: ToolsProps & { readonly miner: string }) {
  const count = useStore(chosenSectorsStore, (state) => chosenOf(miner)(state).size);
  return (
    <>
      {count === 0 ? undefined : (
        <button type="button" className="link" title="Clear selection" onClick={clearSectors}>
          {formatInteger(count)} selected
        </button>
      )}
      {CHANGES.map(({ kind, label, icon }) => (
        <Button
          key={kind}
          size="small"
          kind="quiet"
          icon={icon}
          isExpanded={shown.change === kind}
          hint={count === 0 ? 'For the filtered sectors' : 'For the selected sectors'}
          onClick={() =>
            go({ change: shown.change === kind ? undefined : kind, isUpgrading: false, sector: undefined, deadline: undefined })
          }
        >
          {label}
        </Button>
      ))}
    </>
  );
}

/** Shows or hides when the commitments of the listed sectors end. */
export function ExpiriesButton({ shown, go }: ToolsProps) {
  return (
    <Button
      size="small"
      kind="quiet"
      icon={IconChartHistogram}
      isExpanded={shown.hasExpiries}
      onClick={() => go({ hasExpiries: !shown.hasExpiries })}
    >
      Expiries
    </Button>
  );
}
