import { IconBan, IconBinaryTree } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { KEPT_READS } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { PassportButton } from '../../../components/chain/PassportButton.tsx';
import { PanelError } from '../../../components/feedback/PanelError.tsx';
import { PanelState } from '../../../components/feedback/PanelState.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useTopic } from '../../../hooks/use-topic.ts';
import { CallBudgetField, NO_BUDGET } from './CallBudgetField.tsx';
import type { MinerReading } from './use-miner-read.ts';

interface StateStartProps {
  readonly address: string;
  readonly reading: MinerReading;
}

/** Shown before a read: what it does, and its call limit. */
export function StateStart({ address, reading }: StateStartProps) {
  const isUnserved = useTopic('connections.changed', (state) => state?.capabilities.missingMethods.includes('ChainReadObj') === true);
  return (
    <>
      {reading.error === undefined ? undefined : <PanelError error={reading.error} />}
      {isUnserved ? (
        <Unserved onTry={reading.start} />
      ) : (
        <PanelState
          icon={IconBinaryTree}
          title={
            <>
              Read <UntrustedText text={address} maximumLength={120} /> from the state
            </>
          }
          actions={
            <>
              <Button
                kind="primary"
                icon={IconBinaryTree}
                isBusy={reading.isBusy}
                disabledReason={reading.callBudget === undefined ? NO_BUDGET : undefined}
                onClick={reading.start}
              >
                Read from state
              </Button>
              <CallBudgetField label="Call limit" value={reading.callBudget} onChange={reading.setCallBudget} hasRange />
            </>
          }
        >
          Sextant reads the miner’s state block by block (ChainReadObj) from a head block down and verifies every hash. It works on
          endpoints that do not list sectors. A miner with 100,000 sectors takes about 3,500 calls, a small one fewer than 200. You can stop
          and continue at any time. The last {formatInteger(KEPT_READS)} reads are kept until Sextant quits.
        </PanelState>
      )}
    </>
  );
}

function Unserved({ onTry }: { readonly onTry: () => void }) {
  const [, navigate] = useLocation();
  return (
    <PanelState
      icon={IconBan}
      tone="info"
      title="This endpoint does not serve ChainReadObj"
      actions={
        <>
          <Button size="small" onClick={() => navigate('/endpoints')}>
            Use another endpoint
          </Button>
          <PassportButton />
          <Button size="small" kind="quiet" onClick={onTry}>
            Try anyway
          </Button>
        </>
      }
    >
      This method returns the state blocks. Full nodes and most gateways serve it.
    </PanelState>
  );
}
