import { IconArrowRight, IconShieldLock } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';

/** Shown instead of the composer without a vault. */
export function NoKeyState() {
  const [, navigate] = useLocation();
  return (
    <SplitView>
      <PageHead title="Compose" />
      <PanelState
        icon={IconShieldLock}
        title="No key to send from"
        actions={
          <Button kind="primary" icon={IconArrowRight} onClick={() => navigate('/accounts')}>
            Open accounts
          </Button>
        }
      >
        Messages are signed with a key on this machine. Create one under Accounts first.
      </PanelState>
    </SplitView>
  );
}
