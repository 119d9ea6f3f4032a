import { Button } from '../../components/inputs/Button.tsx';
import { clearSectors } from './chosen-sectors.ts';

/** Clears the selection; the pane then applies to the filtered sectors. */
export function ClearSelection() {
  return (
    <Button size="small" kind="quiet" onClick={clearSectors}>
      Clear selection
    </Button>
  );
}
