import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import type { Connection } from '../../../shared/ipc/schemas/connections.ts';
import { DetailPane } from '../../components/layout/DetailPane.tsx';
import { Tabs } from '../../components/layout/Tabs.tsx';
import { ApiInfoCopy } from './ApiInfoCopy.tsx';
import { ConnectionForm, ConnectionFormActions } from './ConnectionForm.tsx';
import { EmbeddedFacts } from './EmbeddedFacts.tsx';
import { PassportPanel } from './PassportPanel.tsx';
import { useConnectionForm } from './use-connection-form.ts';

const TABS = [
  { value: 'settings', label: 'Settings' },
  { value: 'passport', label: 'Passport' },
] as const;

interface ConnectionPaneProps {
  readonly connection: Connection;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** A saved endpoint: settings and passport. */
export function ConnectionPane({ connection, onClose, onSaved }: ConnectionPaneProps) {
  const asked = new URLSearchParams(useSearch()).get('tab');
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('settings');
  // Rows of the list and panels of missing methods link to the passport.
  useEffect(() => setTab(asked === 'passport' ? asked : 'settings'), [asked]);
  const form = useConnectionForm({ connection, onSaved });
  const isEmbedded = connection.kind === 'embedded';
  const isForm = tab === 'settings' && !isEmbedded;
  return (
    <DetailPane
      title={connection.name}
      sub={isEmbedded ? 'runs inside Sextant' : 'tokens are stored and never shown again'}
      onClose={onClose}
      {...(isForm ? { footer: <ConnectionFormActions form={form} /> } : {})}
    >
      <Tabs label={`About ${connection.name}`} tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'passport' ? (
          <PassportPanel connection={connection} />
        ) : (
          <>
            {isEmbedded ? <EmbeddedFacts connection={connection} /> : <ConnectionForm form={form} />}
            <ApiInfoCopy connection={connection} />
          </>
        )}
      </Tabs>
    </DetailPane>
  );
}
