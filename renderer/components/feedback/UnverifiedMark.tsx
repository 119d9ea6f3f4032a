import { unverifiedMark, unverifiedSentence } from '../../../shared/domain/chain/network-version.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { useNetworkVersion } from '../../hooks/use-network-version.ts';
import { Badge } from './Badge.tsx';

/** The mark of figures at a height whose network version this release was not checked for. */
export function UnverifiedMark({ height }: { readonly height: number }) {
  const version = useNetworkVersion(height);
  const mark = unverifiedMark(version);
  if (mark === undefined) return undefined;
  return (
    <Badge tone="warning" title={sanitiseToText(unverifiedSentence(version) ?? '', 300)}>
      {sanitiseToText(mark, 80)}
    </Badge>
  );
}
