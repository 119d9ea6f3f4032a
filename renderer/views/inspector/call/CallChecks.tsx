import { useMemo } from 'react';
import type { CallDetail } from '../../../../shared/ipc/schemas/inspector.ts';
import { readJsonText } from '../../../../shared/rpc/json-text.ts';
import { lintCall } from '../../../../shared/rpc/lint.ts';
import { MASKED_RULE } from '../../../../shared/rpc/lint-rules.ts';
import { useClient } from '../../../client/client-context.ts';
import { useQuery } from '../../../hooks/use-query.ts';
import { LintFindings } from '../console/LintFindings.tsx';
import styles from './call-pane.module.css';
import { readBodyText } from './use-body-source.ts';

/** Longer requests were not written by hand. */
const MAX_BYTES = 200_000;

/** What is wrong with a request that came from elsewhere, by the rules of the console. */
export function CallChecks({ source, call }: { readonly source: string; readonly call: CallDetail }) {
  const client = useClient();
  const { id, method } = call.summary;
  const text = useQuery(`checked text ${source} ${id}`, () =>
    readBodyText(client, { source, id, side: 'request' }, 0, Math.min(call.request.recordedBytes, MAX_BYTES)),
  );
  const findings = useMemo(() => {
    const reading = text.data === undefined ? undefined : readJsonText(text.data);
    if (reading === undefined || !('node' in reading) || reading.node.kind !== 'object') return [];
    const params = reading.node.fields.findLast(({ key }) => key === 'params')?.value;
    const apiVersion = /\/rpc\/v2\b/.test(call.url) ? 'v2' : /\/rpc\/v0\b/.test(call.url) ? 'v0' : 'v1';
    const paramsText = params === undefined ? '' : (text.data ?? '').slice(params.from, params.to);
    return lintCall({ method, paramsText, apiVersion }).filter(({ rule }) => rule !== MASKED_RULE);
  }, [text.data, method, call.url]);
  if (findings.length === 0) return undefined;
  return (
    <div className={styles.section}>
      <h3>Checks</h3>
      <LintFindings findings={findings} />
    </div>
  );
}
