import { IconArrowRight, IconShieldLock } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { Button } from '../../components/Button.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SplitView } from '../../components/SplitView.tsx';

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
