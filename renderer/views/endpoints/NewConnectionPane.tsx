import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import type { PracticeService } from '../../../shared/ipc/schemas/endpoint-requests.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane } from '../../components/layout/DetailPane.tsx';
import { Tabs } from '../../components/layout/Tabs.tsx';
import { ApiInfoPaste } from './ApiInfoPaste.tsx';
import { ConnectionForm, ConnectionFormActions } from './ConnectionForm.tsx';
import { type ConnectionFields, fieldsOfPreset } from './connection-form.ts';
import { PracticePresets } from './PracticePresets.tsx';
import { PresetList } from './PresetList.tsx';
import { RequestEndpoint } from './RequestEndpoint.tsx';
import { useConnectionForm } from './use-connection-form.ts';

const TABS = [
  { value: 'preset', label: 'Presets' },
  { value: 'paste', label: 'Paste API info' },
  { value: 'request', label: 'Custom endpoint' },
  { value: 'manual', label: 'Manual' },
] as const;
type Tab = (typeof TABS)[number]['value'];

interface NewConnectionPaneProps {
  /** The hosted service simulated by the embedded node; absent in runs without it. */
  readonly practice?: PracticeService | undefined;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Adds an endpoint from a preset, API info, a request or by hand. Contacts no endpoint before the user checks or uses it. */
export function NewConnectionPane({ practice, onClose, onSaved }: NewConnectionPaneProps) {
  const [tab, setTab] = useState<Tab>('preset');
  const [initial, setInitial] = useState<Partial<ConnectionFields> | undefined>(undefined);
  if (initial !== undefined) {
    return <NewConnectionForm initial={initial} onBack={() => setInitial(undefined)} onClose={onClose} onSaved={onSaved} />;
  }
  if (tab === 'manual') {
    return <NewConnectionForm initial={{}} onBack={() => setTab('preset')} onClose={onClose} onSaved={onSaved} />;
  }
  return (
    <DetailPane title="New endpoint" sub="not contacted until you check or use it" onClose={onClose}>
      <Tabs label="Source" tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'preset' ? (
          <>
            {practice === undefined ? undefined : <PracticePresets practice={practice} onChoose={setInitial} />}
            <PresetList onChoose={(preset) => (preset.id === 'custom' ? setTab('manual') : setInitial(fieldsOfPreset(preset)))} />
          </>
        ) : tab === 'request' ? (
          <RequestEndpoint isPracticeRunning={practice !== undefined} onAnswer={setInitial} />
        ) : (
          <ApiInfoPaste onChoose={setInitial} />
        )}
      </Tabs>
    </DetailPane>
  );
}

interface NewConnectionFormProps extends NewConnectionPaneProps {
  readonly initial: Partial<ConnectionFields>;
  readonly onBack: () => void;
}

function NewConnectionForm({ initial, onBack, onClose, onSaved }: NewConnectionFormProps) {
  const form = useConnectionForm({ connection: undefined, initial, onSaved });
  return (
    <DetailPane
      title="New endpoint"
      onClose={onClose}
      actions={
        <Button kind="quiet" size="small" icon={IconArrowLeft} onClick={onBack}>
          Back
        </Button>
      }
      footer={<ConnectionFormActions form={form} />}
    >
      <ConnectionForm form={form} />
    </DetailPane>
  );
}
