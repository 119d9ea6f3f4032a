import { IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../inputs/Button.tsx';
import { DetailPane } from '../layout/DetailPane.tsx';
import { PanelState } from './PanelState.tsx';

interface UnknownPaneProps {
  /** `call`. */
  readonly unit: string;
  /** Why, or what there is. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Beside a list whose address in this window names something that is not in it. */
export function UnknownPane({ unit, children, onClose }: UnknownPaneProps) {
  return (
    <DetailPane title={`No such ${unit}`} onClose={onClose}>
      <PanelState
        icon={IconSearchOff}
        title={`There is no ${unit} under this address`}
        actions={
          <Button size="small" onClick={onClose}>
            Back to list
          </Button>
        }
      >
        {children}
      </PanelState>
    </DetailPane>
  );
}
