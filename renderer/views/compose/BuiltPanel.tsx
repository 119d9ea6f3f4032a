import { useState } from 'react';
import type { DraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { DecodedTree } from '../../components/values/DecodedTree.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import styles from './compose.module.css';
import { layOutJson } from './params/params-json.ts';

type View = 'parts' | 'json' | 'bytes';

const VIEWS: readonly { readonly value: View; readonly label: string }[] = [
  { value: 'parts', label: 'Parts' },
  { value: 'json', label: 'JSON' },
  { value: 'bytes', label: 'Bytes' },
];

interface BuiltPanelProps {
  readonly message: NonNullable<DraftReview['message']>;
  readonly methodName: string | undefined;
  readonly isTransfer: boolean;
}

/** The message bytes, built on this machine without the node. */
export function BuiltPanel({ message, methodName, isTransfer }: BuiltPanelProps) {
  const [view, setView] = useState<View>('parts');
  return (
    <Panel
      title="Built on this machine"
      sub={formatCount(message.bytesHex.length / 2, 'byte')}
      actions={<SegmentedControl label="Message format" options={VIEWS} value={view} onChange={setView} />}
    >
      {view === 'parts' ? (
        <>
          <dl className={styles.built}>
            <dt>Unsigned CID</dt>
            <dd>
              <HashText cid={message.cid} size="detail" hasCopy />
            </dd>
            <dt>Parameters</dt>
            <dd className={styles.hex}>{message.paramsHex === '' ? <span className="t3">none</span> : spaced(message.paramsHex)}</dd>
          </dl>
          {message.params.value === undefined ? undefined : (
            <div className={styles.returned}>
              <h3>Decoded from the bytes</h3>
              <DecodedTree
                view={message.params}
                label="Decoded parameters"
                isMethodKnown={methodName !== undefined}
                isTransfer={isTransfer}
              />
            </div>
          )}
        </>
      ) : (
        <div className={styles.raw}>
          <pre>{view === 'json' ? layOutJson(message.json) : spaced(message.bytesHex)}</pre>
          <CopyButton text={view === 'json' ? message.json : message.bytesHex} label={view === 'json' ? 'Copy JSON' : 'Copy bytes'} />
        </div>
      )}
    </Panel>
  );
}

function spaced(hex: string): string {
  return (hex.match(/.{1,4}/g) ?? []).join(' ');
}
