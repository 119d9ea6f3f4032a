import { formatNetworkVersion } from '../../../shared/domain/chain/network-version.ts';
import { UnverifiedMark } from '../../components/feedback/UnverifiedMark.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { Traced } from '../../components/values/Traced.tsx';
import { useNetworkVersion } from '../../hooks/use-network-version.ts';
import { useTopic } from '../../hooks/use-topic.ts';

/** The network version at a height or at the head, marked if it is not verified. */
export function HeadVersion({ height }: { readonly height?: number }) {
  const head = useTopic('chain.headChanged', (state) => state?.head?.height);
  const call = useTopic('chain.versionChanged', (state) => state?.calls.version);
  const at = height ?? head;
  const version = useNetworkVersion(at);
  if (version === undefined) return <span className="t3">unknown</span>;
  return (
    <CallsContext value={call === undefined ? [] : [call]}>
      <Traced of="StateNetworkVersion">{formatNetworkVersion(version)}</Traced>{' '}
      {at === undefined ? undefined : <UnverifiedMark height={at} />}
    </CallsContext>
  );
}
