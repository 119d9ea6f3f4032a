import type { Actor } from '../../../shared/ipc/schemas/actors.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { callsOf, PanelContent, partOf } from '../../components/feedback/QueryContent.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { DecodedTree } from '../../components/values/DecodedTree.tsx';

interface StatePanelProps {
  readonly state: Actor['state'];
  readonly onRetry: () => void;
}

const SOURCE_WORDS = {
  node: 'decoded by the node',
  blocks: 'decoded locally, verified by CID',
  raw: 'fields by position, verified by CID',
} as const;

/** The state of an actor, decoded by its type. */
export function StatePanel({ state, onRetry }: StatePanelProps) {
  const source = partOf(state)?.source;
  return (
    <Panel title="State" sub={source === undefined ? undefined : SOURCE_WORDS[source]} calls={callsOf(state)} hasRule>
      <PanelContent panel={state} onRetry={onRetry}>
        {({ view, problem }) => (
          <PanelBody>
            {problem === undefined ? undefined : <p className="warn">{sanitiseToText(problem, 400)}</p>}
            {view.value === undefined ? <p className="t3">No state.</p> : <DecodedTree view={view} label="Decoded state" />}
          </PanelBody>
        )}
      </PanelContent>
    </Panel>
  );
}
