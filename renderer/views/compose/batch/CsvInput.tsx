import { IconDownload, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { Button } from '../../../components/inputs/Button.tsx';
import { FileButton } from '../../../components/inputs/FileButton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { saveFile } from '../../../lib/save-file.ts';
import styles from './batch.module.css';
import { type BatchFields, TEMPLATE_CSV } from './batch-store.ts';

/** Limit of the contract. */
const MAX_CHARACTERS = 2_000_000;

interface CsvInputProps {
  readonly csv: string;
  readonly fileName: string;
  readonly onChange: (change: Pick<BatchFields, 'csv' | 'fileName'>) => void;
}

/** CSV input: typed, pasted, chosen as a file or dropped. */
export function CsvInput({ csv, fileName, onChange }: CsvInputProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    if (file.size > MAX_CHARACTERS) {
      setProblem('The file is larger than the limit of 2 MB.');
      return;
    }
    setProblem(undefined);
    onChange({ csv: await file.text(), fileName: file.name });
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is optional, the button and the field do the same
    <div
      className={classNames(styles.csv, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.csvHead}>
        <label htmlFor={id}>Lines{fileName === '' ? '' : ` of ${fileName}`}</label>
        <span className={styles.csvActions}>
          <Button size="small" kind="quiet" icon={IconDownload} onClick={() => saveFile(TEMPLATE_CSV, 'sextant-batch.csv')}>
            Template
          </Button>
          <FileButton size="small" icon={IconUpload} label="CSV file" accept=".csv,text/csv,text/plain" onFile={(file) => void take(file)}>
            Choose a file
          </FileButton>
        </span>
      </div>
      <textarea
        id={id}
        rows={6}
        value={csv}
        maxLength={MAX_CHARACTERS}
        placeholder={TEMPLATE_CSV}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange({ csv: event.currentTarget.value, fileName })}
      />
      <p id={`${id}-about`} className={problem === undefined ? styles.help : styles.problem}>
        {problem ??
          'CSV with a header line: to and value, optional method, params and comment. Paste it, choose a file, or drop one here; up to 1,000 lines.'}
      </p>
    </div>
  );
}
