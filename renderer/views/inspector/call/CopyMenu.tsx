import { Popover } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { CopyForm } from '../../../../shared/ipc/schemas/inspector.ts';
import type { AppClient } from '../../../client/client-context.ts';
import { QueryContent } from '../../../components/feedback/QueryContent.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { type QueryState, useQuery } from '../../../hooks/use-query.ts';
import styles from './call-pane.module.css';

const FORMS: readonly { readonly form: CopyForm; readonly label: string }[] = [
  { form: 'curl', label: 'as curl' },
  { form: 'json', label: 'as JSON' },
  { form: 'lotus', label: 'as Lotus command' },
];
/** How long the check stays. */
const ANSWER_MS = 1400;

interface CopyMenuProps {
  readonly source: string;
  readonly id: number;
}

/** The call in the forms that other tools take. Never with a token; with a signature only where it is asked for. */
export function CopyMenu({ source, id }: CopyMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery(
    `copy ${source} ${id}`,
    async (client) => {
      const ask = (form: CopyForm, includes: boolean) => client.inspector.copyCall({ source, id, as: form, includesSignature: includes });
      const [plain, signed] = await Promise.all([
        Promise.all(FORMS.map(({ form }) => ask(form, false))),
        Promise.allSettled(FORMS.map(({ form }) => ask(form, true))),
      ]);
      // Most calls carry none, and are refused with it.
      return { plain, signed: signed.map((copied) => (copied.status === 'fulfilled' ? copied.value : undefined)) };
    },
    { isEnabled: isOpen },
  );
  return (
    <Popover
      // Opens whole: the focus goes to its first button.
      opened={isOpen && (query.data !== undefined || query.error !== undefined)}
      onChange={setIsOpen}
      position="top-end"
      withinPortal
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <Button icon={IconCopy} onClick={() => setIsOpen(!isOpen)}>
            Copy
          </Button>
        </span>
      </Popover.Target>
      <Popover.Dropdown className={styles.copyMenu} role="dialog" aria-label="Copy call">
        <CopyForms query={query} />
      </Popover.Dropdown>
    </Popover>
  );
}

type Copied = Awaited<ReturnType<AppClient['inspector']['copyCall']>>;

function CopyForms({
  query,
}: {
  readonly query: QueryState<{ readonly plain: readonly Copied[]; readonly signed: readonly (Copied | undefined)[] }>;
}) {
  const [includesSignature, setIncludesSignature] = useState(false);
  const [answer, setAnswer] = useState<{ readonly form: CopyForm; readonly words: string } | undefined>(undefined);
  useEffect(() => {
    if (answer === undefined) return;
    const timer = setTimeout(() => setAnswer(undefined), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [answer]);

  async function copy(form: CopyForm, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setAnswer({ form, words: 'Copied' });
    } catch {
      // The browser may refuse the clipboard to a page that is not in front.
      setAnswer({ form, words: 'The browser denied clipboard access' });
    }
  }

  return (
    <QueryContent query={query}>
      {({ plain, signed }) => (
        <>
          {FORMS.map(({ form, label }, index) => {
            const copied = includesSignature ? signed[index] : plain[index];
            const text = copied?.text;
            return (
              <div key={form}>
                <button
                  type="button"
                  className={styles.copyForm}
                  aria-disabled={text === undefined || undefined}
                  onClick={() => {
                    if (text !== undefined) void copy(form, text);
                  }}
                >
                  {answer?.form === form ? (
                    <IconCheck size={14} stroke={2} aria-hidden="true" />
                  ) : (
                    <IconCopy size={14} stroke={1.6} aria-hidden="true" />
                  )}
                  <span role="status">{answer?.form === form ? answer.words : `Copy ${label}`}</span>
                </button>
                {text === undefined ? <p className={styles.copyReason}>{copied?.reason ?? 'Not available for this call.'}</p> : undefined}
              </div>
            );
          })}
          {plain.some((copied, index) => copied.text !== (signed[index] ?? copied).text) ? (
            <label className={styles.copySignature}>
              <input type="checkbox" checked={includesSignature} onChange={(event) => setIncludesSignature(event.currentTarget.checked)} />
              include signature
            </label>
          ) : undefined}
          <p className={styles.copyReason}>The token is never copied.</p>
        </>
      )}
    </QueryContent>
  );
}
