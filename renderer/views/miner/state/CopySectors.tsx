import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { MOST_SECTOR_ROWS, type StateSectorFilter, type StateSectorRow } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import { type AppClient, useClient } from '../../../client/client-context.ts';
import { Button } from '../../../components/Button.tsx';
import { toEnvelope } from '../../../hooks/use-query.ts';
import { type SectorsForm, sectorsText } from './sectors-text.ts';

/** How long the answer stays. */
const ANSWER_MS = 2500;

interface CopySectorsProps {
  readonly readId: string;
  readonly filter: StateSectorFilter;
  /** How many pass the filter. */
  readonly matching: number;
}

/** Copies all sectors that pass the filter, those out of sight too. */
export function CopySectors({ readId, filter, matching }: CopySectorsProps) {
  const client = useClient();
  const [copied, setCopied] = useState<number | undefined>(undefined);
  const [answer, setAnswer] = useState<string | undefined>(undefined);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useEffect(() => {
    if (answer === undefined) return;
    const timer = setTimeout(() => setAnswer(undefined), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [answer]);

  async function copy(form: SectorsForm): Promise<void> {
    setAnswer(undefined);
    setCopied(0);
    try {
      const rows = await allSectors(client, readId, filter, (count) => {
        if (isHere.current) setCopied(count);
        return isHere.current;
      });
      if (!isHere.current) return;
      await navigator.clipboard.writeText(sectorsText(rows, form));
      setAnswer(`${formatCount(rows.length, 'sector')} copied`);
    } catch (error) {
      // The clipboard may be refused to a page that is not in front; a page of sectors may need more calls than are left.
      setAnswer(error instanceof DOMException ? 'The browser refused' : toEnvelope(error).message);
    } finally {
      setCopied(undefined);
    }
  }

  return (
    <span className="row g4">
      <span className="t3 s12 ell" role="status">
        {answer === undefined ? undefined : (
          <span className="row g4">
            <IconCheck size={12} stroke={2} aria-hidden="true" />
            {answer}
          </span>
        )}
        {copied === undefined || copied === 0 ? undefined : `${formatInteger(copied)} of ${formatInteger(matching)}`}
      </span>
      {(['csv', 'json'] as const).map((form) => (
        <Button
          key={form}
          size="small"
          kind="quiet"
          icon={IconCopy}
          isBusy={copied !== undefined}
          disabledReason={matching === 0 ? 'No sector is listed.' : undefined}
          onClick={() => void copy(form)}
        >
          {`Copy ${form.toUpperCase()}`}
        </Button>
      ))}
    </span>
  );
}

/** @param onPage told how many there are so far; false ends it */
async function allSectors(
  client: AppClient,
  readId: string,
  filter: StateSectorFilter,
  onPage: (count: number) => boolean,
): Promise<StateSectorRow[]> {
  const rows: StateSectorRow[] = [];
  for (;;) {
    const page = await client.state.listMinerReadSectors({ readId, from: rows.length, limit: MOST_SECTOR_ROWS, filter });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.matching || !onPage(rows.length)) return rows;
  }
}
