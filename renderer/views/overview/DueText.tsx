import type { Finding } from '../../../shared/ipc/schemas/attention.ts';
import { TimeText } from '../../components/values/TimeText.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { formatDue } from '../../lib/due-words.ts';
import { formatDateTime } from '../../lib/shown-time.ts';

/** The time left to act or the due time, else the finding's note. */
export function DueText({ finding: { note, until } }: { readonly finding: Finding }) {
  const chainNowMs = useChainNow();
  if (until === undefined) return <>{note}</>;
  return until.as === 'left' ? (
    <>
      <TimeText timeMs={until.timeMs} as="countdown" isChainTime /> left
    </>
  ) : (
    <>
      By <time title={formatDateTime(until.timeMs)}>{formatDue(until.timeMs, chainNowMs)}</time>
    </>
  );
}
