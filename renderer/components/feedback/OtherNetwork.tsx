import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { UntrustedText } from '../values/UntrustedText.tsx';

/** Which network a message of ours is on, where that is not the one that is connected. */
export function OtherNetwork({ entry: { genesisCid, networkName } }: { readonly entry: Pick<JournalEntry, 'genesisCid' | 'networkName'> }) {
  const connected = useTopic('chain.headChanged', (head) => head?.genesisCid);
  if (connected === undefined || connected === genesisCid) return undefined;
  return (
    <span className="warn nw">
      on <UntrustedText text={networkName} maximumLength={24} />
    </span>
  );
}
