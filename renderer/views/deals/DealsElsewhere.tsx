import type { PanelError } from '../../../shared/ipc/schemas/common.ts';
import { ExternalLink } from '../../components/ExternalLink.tsx';
import { dealsFile, isMarketMissing } from './third-party.ts';
import { useActiveConnection } from './use-active-connection.ts';

/** The file of all deals, where the endpoint does not give them. */
export function DealsElsewhere({ error }: { readonly error: PanelError }) {
  const connection = useActiveConnection();
  const file = isMarketMissing(error) ? dealsFile(connection?.dealsDataUrl) : undefined;
  if (file === undefined) return undefined;
  return (
    <ExternalLink url={file.url} hint={`Your browser downloads one large file from ${file.host}. Sextant does not read it.`}>
      File of all deals, from a third party: {file.host}
    </ExternalLink>
  );
}
