import { IconBox, IconBuildingFactory2, IconPlugConnected, IconPlugConnectedX, IconRoute2, IconTableImport } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';

type Problem = NonNullable<SealingBoard['problem']>;

/** The endpoint or its storage miner does not answer: reason and failed call. */
export function NotConnected({ problem, title = 'The endpoint does not answer' }: { readonly problem: Problem; readonly title?: string }) {
  const [, navigate] = useLocation();
  const { callId } = problem;
  return (
    <PanelState
      icon={IconPlugConnectedX}
      tone="warning"
      title={title}
      code={problem.code}
      isAlert
      actions={
        callId === undefined ? undefined : (
          <Button size="small" icon={IconRoute2} onClick={() => navigate(`/inspector/${callId}`)}>
            Show the call
          </Button>
        )
      }
    >
      <UntrustedText text={problem.message} />
    </PanelState>
  );
}

interface NoSectorsProps {
  readonly board: SealingBoard | undefined;
  readonly error: ErrorEnvelope | undefined;
  readonly onRetry: () => void;
  readonly onPaste: () => void;
}

/** The reason for a missing board, with alternatives. */
export function NoSectors({ board, error, onRetry, onPaste }: NoSectorsProps) {
  const [, navigate] = useLocation();
  const paste = (
    <Button size="small" icon={IconTableImport} onClick={onPaste}>
      Paste a list
    </Button>
  );
  if (error !== undefined) return <PanelError error={error} onRetry={onRetry} elsewhere={paste} />;
  if (board?.status === 'no-miner-api') {
    return (
      <PanelState
        icon={IconBuildingFactory2}
        tone="info"
        title="This endpoint has no storage-miner API"
        actions={
          <>
            <Button size="small" icon={IconPlugConnected} onClick={() => navigate('/endpoints')}>
              Open endpoints
            </Button>
            {paste}
          </>
        }
      >
        The pipeline is read from the storage-miner API, which has its own URL and token. Add it to the endpoint. Without it, add a miner to
        My miners to see its sectors from the chain, starting at pre-commit.
      </PanelState>
    );
  }
  if (board?.status === 'failed') {
    const problem = board.problem ?? { code: 'endpoint-unreachable', message: 'Sextant retries automatically.' };
    return <NotConnected title="The storage miner does not answer" problem={problem} />;
  }
  return (
    <PanelState icon={IconBox} title="No sectors yet">
      {board?.miner ?? 'This miner'} has no sectors. A sector appears here{' '}
      {board?.source === 'chain' ? 'at pre-commit' : 'when it gets data'}.
    </PanelState>
  );
}
