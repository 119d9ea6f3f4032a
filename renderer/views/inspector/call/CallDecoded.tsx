import { IconBinaryTree, IconListTree } from '@tabler/icons-react';
import type { CallDetail } from '../../../../shared/ipc/schemas/inspector.ts';
import { PanelState } from '../../../components/feedback/PanelState.tsx';
import { QueryContent } from '../../../components/feedback/QueryContent.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { DecodedTree } from '../../../components/values/DecodedTree.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useQuery } from '../../../hooks/use-query.ts';
import styles from './call-pane.module.css';

interface CallDecodedProps {
  readonly source: string;
  readonly call: CallDetail;
  readonly onPath: (path: string) => void;
}

/** Parameters and result as the domain reads them: addresses, amounts, messages and what is inside of them. */
export function CallDecoded({ source, call, onPath }: CallDecodedProps) {
  const { id, status } = call.summary;
  const query = useQuery(`decoded ${source} ${id} ${status}`, (client) => client.inspector.getDecoded({ source, id }));
  return (
    <QueryContent query={query}>
      {({ sections, note }) => (
        <>
          {sections.map((section) => (
            <div key={`${section.side} ${section.path}`} className={styles.section}>
              <h3>
                <UntrustedText text={section.label} maximumLength={100} />
                <Button kind="quiet" size="small" icon={IconListTree} isIconOnly onClick={() => onPath(section.path)}>
                  Show in body
                </Button>
              </h3>
              <DecodedTree view={section.view} label={section.label} isMethodKnown />
            </div>
          ))}
          {sections.length === 0 ? (
            <PanelState icon={IconBinaryTree} title="Nothing to decode">
              {note ?? 'The parameters and the result contain no encoded values.'}
            </PanelState>
          ) : note === undefined ? undefined : (
            <p className={styles.quietSection}>{note}</p>
          )}
        </>
      )}
    </QueryContent>
  );
}
