import { Popover } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallSelection } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import type { AppClient } from '../../../client/client-context.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import popover from '../../../components/inputs/popover-form.module.css';
import { SegmentedControl } from '../../../components/inputs/SegmentedControl.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useCommand } from '../../../hooks/use-command.ts';
import { readExportedFile } from '../../../lib/read-exported-file.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../lib/toast.tsx';
import styles from './session-controls.module.css';

type Format = 'session' | 'har';

interface SaveCallsProps {
  readonly selection: CallSelection;
  /** How many calls it holds now, where that is known. */
  readonly matching: number | undefined;
}

const FORMAT_WORDS: Readonly<Record<Format, string>> = {
  session: 'All recorded data. Sextant can open the file.',
  har: 'For browsers and other tools that read HTTP archives. Frames are listed under their connection.',
};

interface SaveInput {
  readonly selection: CallSelection;
  readonly format: Format;
  readonly includesSignatures: boolean;
  readonly hidesNames: boolean;
  readonly onProgress: (share: number) => void;
}

async function saveCalls(client: AppClient, { selection, onProgress, ...how }: SaveInput) {
  const made = await client.inspector.exportCalls({ ...selection, ...how });
  const { exportId, sizeBytes, fileName } = made;
  const file = await readExportedFile((offset) => client.inspector.readExport({ exportId, offset }), sizeBytes, onProgress);
  if (file !== undefined) saveFile(file, fileName);
  return made;
}

/** Writes what the filter shows into a file. */
export function SaveCalls({ selection, matching }: SaveCallsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={340} withRoles={false} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <span>
          <Button
            icon={IconDeviceFloppy}
            isExpanded={isOpen}
            disabledReason={matching === 0 ? 'No calls to save.' : undefined}
            onClick={() => setIsOpen((before) => !before)}
          >
            Save
          </Button>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" className={popover.dropdown} aria-label="Save calls">
        {isOpen ? <SaveForm selection={selection} matching={matching} onDone={() => setIsOpen(false)} /> : undefined}
      </Popover.Dropdown>
    </Popover>
  );
}

function SaveForm({ selection, matching, onDone }: SaveCallsProps & { readonly onDone: () => void }) {
  const [format, setFormat] = useState<Format>('session');
  const [includesSignatures, setIncludesSignatures] = useState(false);
  const [hidesNames, setHidesNames] = useState(false);
  const [share, setShare] = useState(0);
  const save = useCommand(saveCalls);
  const isWhole = selection.filter === '' && selection.part === 'all' && selection.fromMs === undefined;

  async function submit(): Promise<void> {
    setShare(0);
    const made = await save.run({ selection, format, includesSignatures, hidesNames, onProgress: setShare });
    if (made === undefined) return;
    showToast({ tone: 'success', title: `${formatCount(made.callCount, 'call')} saved`, message: made.fileName });
    onDone();
  }

  return (
    <div className={popover.form}>
      <h2>{matching === undefined ? 'Save calls' : `Save ${formatCount(matching, 'call')}`}</h2>
      <p className={popover.help}>
        {isWhole ? 'The whole recording.' : 'The filtered calls in the selected time span.'} Tokens and keys were masked before anything was
        recorded.
      </p>
      <SegmentedControl
        label="File type"
        value={format}
        onChange={setFormat}
        options={[
          { value: 'session', label: 'Session' },
          { value: 'har', label: 'HAR' },
        ]}
      />
      <p className={popover.help}>{FORMAT_WORDS[format]}</p>
      <label className={styles.check}>
        <input type="checkbox" checked={includesSignatures} onChange={(event) => setIncludesSignatures(event.currentTarget.checked)} />
        Include signatures made on this machine
      </label>
      <p className={popover.help}>
        Anyone with the file can send a signed message while its nonce is unused. Include signatures only if you need them.
      </p>
      <label className={styles.check}>
        <input type="checkbox" checked={hidesNames} onChange={(event) => setHidesNames(event.currentTarget.checked)} />
        Replace hosts, addresses and peer IDs
      </label>
      <p className={popover.help}>
        Each is replaced consistently, for example with host-1. Encoded parameters are masked; other encoded data may still contain
        addresses.
      </p>
      {save.error === undefined ? undefined : (
        <Note tone="danger" title="Could not save the file" isInset>
          <UntrustedText text={save.error.message} />
        </Note>
      )}
      <div className={popover.actions}>
        <Button kind="primary" icon={IconDeviceFloppy} isBusy={save.isRunning} onClick={() => void submit()}>
          {save.isRunning ? `Saving, ${Math.round(share * 100)}%` : 'Save file'}
        </Button>
      </div>
    </div>
  );
}
