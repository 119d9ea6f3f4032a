import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import type { PracticeService } from '../../../shared/ipc/schemas/endpoint-requests.ts';
import { Button } from '../../components/Button.tsx';
import { DetailPane } from '../../components/DetailPane.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { ApiInfoPaste } from './ApiInfoPaste.tsx';
import { ConnectionForm, ConnectionFormActions } from './ConnectionForm.tsx';
import { type ConnectionFields, fieldsOfPreset } from './connection-form.ts';
import { PracticePresets } from './PracticePresets.tsx';
import { PresetList } from './PresetList.tsx';
import { RequestEndpoint } from './RequestEndpoint.tsx';
import { useConnectionForm } from './use-connection-form.ts';

const WAYS = [
  { value: 'preset', label: 'Presets' },
  { value: 'paste', label: 'Paste API info' },
  { value: 'request', label: 'Custom endpoint' },
  { value: 'hand', label: 'By hand' },
] as const;
type Way = (typeof WAYS)[number]['value'];

interface NewConnectionPaneProps {
  /** The hosted service that the embedded node plays in this run. */
  readonly practice?: PracticeService | undefined;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** The ways to a new endpoint. Nothing is contacted on any of them before it is checked or used. */
export function NewConnectionPane({ practice, onClose, onSaved }: NewConnectionPaneProps) {
  const [way, setWay] = useState<Way>('preset');
  const [initial, setInitial] = useState<Partial<ConnectionFields> | undefined>(undefined);
  if (initial !== undefined) {
    return <NewConnectionForm initial={initial} onBack={() => setInitial(undefined)} onClose={onClose} onSaved={onSaved} />;
  }
  if (way === 'hand') {
    return <NewConnectionForm initial={{}} onBack={() => setWay('preset')} onClose={onClose} onSaved={onSaved} />;
  }
  return (
    <DetailPane title="New endpoint" sub="nothing is contacted until you check it or use it" onClose={onClose}>
      <Tabs label="How to begin" tabs={WAYS} value={way} onChange={setWay}>
        {way === 'preset' ? (
          <>
            {practice === undefined ? undefined : <PracticePresets practice={practice} onChoose={setInitial} />}
            <PresetList onChoose={(preset) => (preset.id === 'custom' ? setWay('hand') : setInitial(fieldsOfPreset(preset)))} />
          </>
        ) : way === 'request' ? (
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
      sub="checked before it is saved"
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
