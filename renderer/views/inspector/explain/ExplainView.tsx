import { IconFileText, IconListDetails } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { formatCount } from '../../../../shared/text/format.ts';
import { looksSecret, SECRET_WORDS } from '../../../../shared/text/secret.ts';
import type { AppClient } from '../../../client/client-context.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { PanelError } from '../../../components/feedback/PanelError.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { PasteField } from '../../../components/inputs/PasteField.tsx';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { SplitView } from '../../../components/layout/SplitView.tsx';
import { useCommand } from '../../../hooks/use-command.ts';
import { onPasted, takePasted } from '../../../stores/pasted-text.ts';
import { CallPane } from '../call/CallPane.tsx';
import { OpenSession } from '../sessions/OpenSession.tsx';
import { openSessionFile } from '../sessions/session-files.ts';
import { fileDrop, useOpenRecording } from '../sessions/use-open-recording.ts';
import styles from './explain.module.css';

interface Explained {
  readonly source: string;
  readonly id: number;
  readonly callCount: number;
}

/** Reads a text as calls, and finds the one to show: the first that failed, else the first. */
async function explainText(client: AppClient, text: string): Promise<Explained | undefined> {
  const source = await openSessionFile(client, new File([text], 'Pasted text'), () => undefined, { isPasted: true });
  return firstCall(client, source);
}

async function firstCall(client: AppClient, source: string): Promise<Explained | undefined> {
  const list = (part: 'errors' | 'all') =>
    client.inspector.listCalls({ source, filter: '', part, order: { by: 'id', direction: 'ascending' }, offset: 0, limit: 1 });
  const [errors, all] = await Promise.all([list('errors'), list('all')]);
  const shown = errors.rows[0] ?? all.rows[0];
  return shown === undefined ? undefined : { source, id: shown.id, callCount: all.total };
}

/** Anything pasted, explained as a call of Sextant’s own would be. */
export function ExplainView() {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [shown, setShown] = useState<Explained | undefined>(undefined);
  const [isSecret, setIsSecret] = useState(false);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const explain = useCommand(explainText);
  const { run } = explain;

  const explainNow = useCallback(
    async (wanted: string): Promise<void> => {
      setRefusal(undefined);
      setIsSecret(looksSecret(wanted));
      if (looksSecret(wanted)) {
        setText('');
        return;
      }
      setShown(await run(wanted));
    },
    [run],
  );

  useEffect(() => {
    const take = (): void => {
      const handed = takePasted();
      if (handed === undefined) return;
      setText(handed);
      void explainNow(handed);
    };
    take();
    return onPasted(take);
  }, [explainNow]);

  const opener = useOpenRecording({
    onOpened: (source) => navigate(`/inspector?source=${encodeURIComponent(source)}`),
    onRefused: setRefusal,
  });

  function readDropped(file: File): void {
    if (/\.gz$/i.test(file.name)) {
      opener.open(file);
      return;
    }
    void file.text().then((dropped) => {
      setText(dropped.slice(0, 100_000));
      void explainNow(dropped);
    });
  }

  return (
    <SplitView
      pane={
        shown === undefined ? undefined : (
          <CallPane
            key={shown.source}
            source={shown.source}
            id={shown.id}
            path={undefined}
            previousId={undefined}
            nextId={undefined}
            onPath={() => navigate(`/inspector/${shown.id}?source=${encodeURIComponent(shown.source)}`)}
            onOpen={(id) => setShown({ ...shown, id })}
            onCompare={() => navigate(`/inspector/${shown.id}?source=${encodeURIComponent(shown.source)}&compare=choose`)}
            onClose={() => setShown(undefined)}
          />
        )
      }
    >
      <PageHead title="Explain" sub="Error, request, reply, curl or HAR. Nothing is sent." actions={<OpenSession opener={opener} />} />
      <div className={styles.explain} {...fileDrop(readDropped)}>
        <PasteField label="Pasted text" rows={14} value={text} onChange={setText} />
        <div className="row g8">
          <Button
            kind="primary"
            icon={IconFileText}
            isBusy={explain.isRunning}
            disabledReason={text.trim() === '' ? 'Paste text first.' : undefined}
            onClick={() => void explainNow(text)}
          >
            Explain
          </Button>
          {shown === undefined || shown.callCount < 2 ? undefined : (
            <Button icon={IconListDetails} onClick={() => navigate(`/inspector?source=${encodeURIComponent(shown.source)}`)}>
              {`Show all ${formatCount(shown.callCount, 'call')}`}
            </Button>
          )}
          <span className="t3 s12">Tokens, keys and signatures are masked.</span>
        </div>
        {isSecret ? (
          <Note tone="danger" isInset title="No explanation found">
            {SECRET_WORDS}
          </Note>
        ) : undefined}
        {refusal === undefined ? undefined : (
          <Note tone="danger" isInset title="Could not open the file">
            {refusal}
          </Note>
        )}
        {explain.error === undefined ? undefined : <PanelError error={explain.error} />}
      </div>
    </SplitView>
  );
}
