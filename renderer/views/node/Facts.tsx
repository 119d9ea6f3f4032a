import { type ReactNode, use } from 'react';
import type { NodeStatus } from '../../../shared/ipc/schemas/node.ts';
import { callsOf, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { IsDownContext } from './is-down-context.ts';
import { NotServed } from './NotServed.tsx';
import type { Rows } from './node-rows.tsx';

interface FactsProps<T> {
  readonly title: string;
  readonly panel:
    | { value: T; calls: NonNullable<ReturnType<typeof callsOf>> }
    | { error: Extract<NodeStatus['f3'], { error: unknown }>['error'] };
  readonly onRetry: () => void;
  readonly rows: (value: T) => Rows;
  readonly after?: (value: T) => ReactNode;
  /** Output of the Lotus command for this part. */
  readonly text?: (value: T) => string;
  readonly command?: string;
}

/** A panel of facts about the node. */
export function Facts<T>({ title, panel, onRetry, rows, after, text, command }: FactsProps<T>) {
  const isDown = use(IsDownContext);
  const value = 'error' in panel ? undefined : panel.value;
  return (
    <Panel
      title={title}
      sub={isDown && value !== undefined ? 'last known' : undefined}
      calls={callsOf(panel)}
      actions={value === undefined || text === undefined ? undefined : <CopyButton text={text(value)} label={`Copy as ${command}`} />}
    >
      {'error' in panel && panel.error.code === 'method-not-served' ? (
        <NotServed error={panel.error} />
      ) : (
        <PanelContent panel={panel} onRetry={onRetry}>
          {(known) => (
            <PanelBody>
              <KeyValue labelWidthPx={124} rows={rows(known)} />
              {after?.(known)}
            </PanelBody>
          )}
        </PanelContent>
      )}
    </Panel>
  );
}
