import { IconBan, IconBinaryTree } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { KEPT_READS } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { Button } from '../../../components/Button.tsx';
import { PanelError } from '../../../components/PanelError.tsx';
import { PanelState } from '../../../components/PanelState.tsx';
import { PassportButton } from '../../../components/PassportButton.tsx';
import { UntrustedText } from '../../../components/UntrustedText.tsx';
import { useTopic } from '../../../hooks/use-topic.ts';
import { CallBudgetField, NO_BUDGET } from './CallBudgetField.tsx';
import type { MinerReading } from './use-miner-read.ts';

interface StateStartProps {
  readonly address: string;
  readonly reading: MinerReading;
}

/** Before a miner is read: what will be asked, and how much of it at the most. */
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
              <CallBudgetField label="Calls at the most" value={reading.callBudget} onChange={reading.setCallBudget} hasRange />
            </>
          }
        >
          Sextant fetches the blocks of the miner’s state one by one (ChainReadObj) and hashes every one of them, from a block of the head
          down. It works on endpoints that do not list sectors, and on those that do, to compare. A miner of 100,000 sectors takes about
          3,500 calls, a small one less than 200. It can be stopped and continued at any time. What was read is kept until Sextant is
          closed, of the last {formatInteger(KEPT_READS)} reads.
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
      title="This endpoint has no ChainReadObj"
      actions={
        <>
          <Button size="small" onClick={() => navigate('/endpoints')}>
            Use another endpoint
          </Button>
          <PassportButton />
          <Button size="small" kind="quiet" onClick={onTry}>
            Try all the same
          </Button>
        </>
      }
    >
      It is the call that gives the blocks of the state. Full nodes serve it, and so do most gateways.
    </PanelState>
  );
}
