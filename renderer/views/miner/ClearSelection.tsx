import { Button } from '../../components/Button.tsx';
import { clearSectors } from './chosen-sectors.ts';

/** Unticks all sectors: the pane is then about those of the filter. */
export function ClearSelection() {
  return (
    <Button size="small" kind="quiet" onClick={clearSectors}>
      Clear selection
    </Button>
  );
}
