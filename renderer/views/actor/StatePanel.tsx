import type { Actor } from '../../../shared/ipc/schemas/actors.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { DecodedTree } from '../../components/DecodedTree.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { callsOf, PanelContent, partOf } from '../../components/QueryContent.tsx';
import { typeName } from './actor-words.ts';

interface StatePanelProps {
  readonly state: Actor['state'];
  readonly actorType: string | undefined;
  readonly onRetry: () => void;
}

const SOURCE_WORDS = {
  node: 'as the node tells it',
  blocks: 'decoded here from its block, verified by its CID',
  raw: 'its block by position, verified by its CID',
} as const;

/** The state of an actor, decoded by its type. */
export function StatePanel({ state, actorType, onRetry }: StatePanelProps) {
  const source = partOf(state)?.source;
  return (
    <Panel title="State" sub={source === undefined ? undefined : SOURCE_WORDS[source]} calls={callsOf(state)} hasRule>
      <PanelContent panel={state} onRetry={onRetry}>
        {({ view, problem }) => (
          <PanelBody>
            {problem === undefined ? undefined : <p className="warn">{sanitiseToText(problem, 400)}</p>}
            {view.value === undefined ? (
              <p className="t3">Actors of the type {typeName(actorType).toLowerCase()} keep no state.</p>
            ) : (
              <DecodedTree view={view} label="Decoded state" />
            )}
          </PanelBody>
        )}
      </PanelContent>
    </Panel>
  );
}
