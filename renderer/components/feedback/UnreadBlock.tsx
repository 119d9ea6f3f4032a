import type { DecodedView } from '../../../shared/ipc/schemas/decoded.ts';
import { Panel, PanelBody } from '../layout/Panel.tsx';
import { ScrollArea } from '../layout/ScrollArea.tsx';
import { DecodedTree } from '../values/DecodedTree.tsx';
import { UnverifiedMark } from './UnverifiedMark.tsx';
import styles from './unread-block.module.css';

interface UnreadBlockProps {
  readonly raw: DecodedView | undefined;
  /** Of the tipset whose state the block is part of. */
  readonly height: number | undefined;
}

/** The block at which a read of the state ended because it does not fit, by position. Nothing where no block did. */
export function UnreadBlock({ raw, height }: UnreadBlockProps) {
  if (raw === undefined) return undefined;
  return (
    <Panel
      title="Unreadable block"
      sub="by position, verified by its CID"
      actions={height === undefined ? undefined : <UnverifiedMark height={height} />}
      hasRule
    >
      <PanelBody>
        <div className={styles.tree}>
          <ScrollArea label="Unreadable block, by position">
            <DecodedTree view={raw} label="Unreadable block" />
          </ScrollArea>
        </div>
      </PanelBody>
    </Panel>
  );
}
