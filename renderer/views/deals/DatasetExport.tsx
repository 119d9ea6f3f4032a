import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { DatasetExport as ExportState } from '../../../shared/ipc/schemas/dataset.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { type AppClient, useClient } from '../../client/client-context.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { toEnvelope } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { exportFileName } from '../../lib/export-file-name.ts';
import { readExportedFile } from '../../lib/read-exported-file.ts';
import { saveFile } from '../../lib/save-file.ts';

type Form = NonNullable<ExportState['form']>;

interface DatasetExportProps {
  readonly what: NonNullable<ExportState['what']>;
  readonly forms: readonly Form[];
  /** Name of a row. */
  readonly unit: readonly [one: string, several: string];
  /** Why nothing can be exported. */
  readonly disabledReason: string | undefined;
  readonly start: (client: AppClient, form: Form) => Promise<{ exportId: string }>;
}

const LABELS: Readonly<Record<Form, string>> = { csv: 'Export CSV', parquet: 'Export Parquet' };

/** Exports all rows to a file on the host, and saves it when it is complete. */
export function DatasetExport({ what, forms, unit, disabledReason, start }: DatasetExportProps) {
  const client = useClient();
  const state = useTopic('dataset.exportChanged');
  const network = useTopic('chain.headChanged', (chain) => chain?.networkName);
  const begin = useCommand(start);
  const stop = useCommand(stopExport);
  /** The export started here; it is saved without another click. */
  const [own, setOwn] = useState<string | undefined>(undefined);
  const [saving, setSaving] = useState<{ readonly share: number } | undefined>(undefined);
  const [outcome, setOutcome] = useState<{ readonly isGood: boolean; readonly words: string } | undefined>(undefined);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const save = useCallback(
    async ({ exportId, form, rows, bytes }: ExportState): Promise<void> => {
      if (exportId === undefined || form === undefined) return;
      setSaving({ share: 0 });
      try {
        const file = await readExportedFile(
          (offset) => client.dataset.readExport({ exportId, offset }),
          bytes,
          (share) => setSaving({ share }),
          () => isShown.current,
        );
        if (file === undefined) return;
        saveFile(file, exportFileName(what === 'deals' ? 'market-deals' : 'market-rejects', network, undefined, form));
        setOutcome({ isGood: true, words: `${formatCount(rows ?? 0, unit[0], unit[1])} exported` });
      } catch (error) {
        setOutcome({ isGood: false, words: toEnvelope(error).message });
      }
      setSaving(undefined);
    },
    [client, what, network, unit],
  );

  useEffect(() => {
    if (state?.state !== 'done' || state.exportId === undefined || state.exportId !== own) return;
    setOwn(undefined);
    void save(state);
  }, [state, own, save]);

  async function run(form: Form): Promise<void> {
    setOutcome(undefined);
    const started = await begin.run(form);
    setOwn(started?.exportId);
  }

  if (state === undefined) return undefined;
  const isOther = state.what !== undefined && state.what !== what;
  if (state.state === 'writing') {
    return (
      <span className="row g6" role="status">
        <StatusText tone="pending">{isOther ? 'Another export is running' : progressWords(state, unit)}</StatusText>
        <Button size="small" icon={IconPlayerStop} isBusy={stop.isRunning} onClick={() => void stop.run({})}>
          Stop
        </Button>
      </span>
    );
  }
  if (saving !== undefined) {
    return (
      <span className="row g6" role="status">
        <StatusText tone="pending">{`Saving, ${Math.floor(saving.share * 100)}%`}</StatusText>
      </span>
    );
  }
  if (state.state === 'done' && !isOther && own !== state.exportId) {
    return (
      <span className="row g6" role="status">
        <span className="t2 s12">
          {formatCount(state.rows ?? 0, unit[0], unit[1])}, {formatBytes(state.bytes)}
        </span>
        <Button size="small" icon={IconDownload} onClick={() => void save(state)}>
          Save file
        </Button>
        <Button size="small" kind="quiet" isBusy={stop.isRunning} onClick={() => void stop.run({})}>
          Discard
        </Button>
      </span>
    );
  }
  const failure = begin.error?.message ?? (outcome?.isGood === false ? outcome.words : isOther ? undefined : failureOf(state));
  return (
    <span className="row g6">
      {failure !== undefined ? (
        <span role="alert">
          <StatusText tone="danger">
            <UntrustedText text={failure} maximumLength={300} />
          </StatusText>
        </span>
      ) : outcome !== undefined ? (
        <span role="status">
          <StatusText tone="success">{outcome.words}</StatusText>
        </span>
      ) : state.state === 'stopped' && !isOther ? (
        <span className="t3 s12" role="status">
          Export stopped. No file was saved.
        </span>
      ) : undefined}
      {forms.map((form) => (
        <Button
          key={form}
          size="small"
          kind="quiet"
          icon={IconDownload}
          isBusy={begin.isRunning}
          disabledReason={disabledReason}
          onClick={() => void run(form)}
        >
          {LABELS[form]}
        </Button>
      ))}
    </span>
  );
}

function failureOf({ state, failure }: ExportState): string | undefined {
  return state === 'failed' ? `The export failed: ${failure ?? 'unknown reason.'}` : undefined;
}

function progressWords({ rows, expected, bytes }: ExportState, unit: readonly [string, string]): string {
  if (rows === undefined) return bytes === 0 ? 'Exporting' : `Exporting, ${formatBytes(bytes)} written`;
  const of = expected === undefined ? '' : ` of ${formatInteger(expected)}`;
  return `Exporting, ${formatInteger(rows)}${of} ${unit[1]}`;
}

const stopExport = (client: AppClient) => client.dataset.stopExport({});
