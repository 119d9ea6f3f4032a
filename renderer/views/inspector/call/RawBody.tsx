import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { BodyFacts } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { useClient } from '../../../client/client-context.ts';
import { QueryContent } from '../../../components/feedback/QueryContent.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { CopyButton } from '../../../components/inputs/CopyButton.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useQuery } from '../../../hooks/use-query.ts';
import styles from './call-pane.module.css';
import { type BodyPlace, COPY_LIMIT_BYTES, readBodyText } from './use-body-source.ts';

const PAGE_BYTES = 32 * 1024;
const EXCERPT_BYTES = 1500;
/** Shown before a place that the page begins at. */
const BEFORE_BYTES = 200;

interface RawBodyProps {
  readonly place: BodyPlace;
  readonly facts: BodyFacts;
  /** Shown first, with what stands before it on its page. */
  readonly from?: number | undefined;
  /** Only its first characters, without anything to press. */
  readonly isExcerpt?: boolean;
}

/** A body as it was recorded, character for character and a page at a time; what cannot be seen is drawn as a mark. */
export function RawBody({ place, facts, from = 0, isExcerpt = false }: RawBodyProps) {
  const client = useClient();
  // Where the pages that were turned began: pages are cut between characters, so that only walking tells.
  const [starts, setStarts] = useState<readonly number[]>(from > BEFORE_BYTES ? [0, from - BEFORE_BYTES] : [0]);
  const offset = starts.at(-1) ?? 0;
  const lengthBytes = isExcerpt ? EXCERPT_BYTES : PAGE_BYTES;
  const query = useQuery(`raw ${place.source} ${place.id} ${place.side} ${facts.recordedBytes} ${offset} ${lengthBytes}`, (asked) =>
    asked.inspector.readBody({ ...place, offset, lengthBytes }),
  );
  return (
    <QueryContent query={query}>
      {(page) => (
        <>
          <div className={styles.raw} data-is-excerpt={isExcerpt || undefined}>
            {page.text.split('\n').map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
              <div key={index}>
                <UntrustedText text={line.replace(/\r$/, '')} maximumLength={lengthBytes} />
              </div>
            ))}
          </div>
          {isExcerpt ? (
            page.next === undefined ? undefined : (
              <p className={styles.quiet}>Beginning only. See Response for the rest.</p>
            )
          ) : (
            <div className={styles.pager}>
              {facts.recordedBytes > PAGE_BYTES ? (
                <>
                  <Button
                    size="small"
                    icon={IconChevronLeft}
                    isIconOnly
                    disabledReason={starts.length === 1 ? 'This is the beginning.' : undefined}
                    onClick={() => setStarts(starts.slice(0, -1))}
                  >
                    Previous page
                  </Button>
                  <Button
                    size="small"
                    icon={IconChevronRight}
                    isIconOnly
                    disabledReason={page.next === undefined ? 'This is the end.' : undefined}
                    onClick={() => {
                      if (page.next !== undefined) setStarts([...starts, page.next]);
                    }}
                  >
                    Next page
                  </Button>
                  <span className="t3">
                    bytes {formatInteger(offset)} to {formatInteger(page.next ?? page.recordedBytes)} of {formatInteger(page.recordedBytes)}
                  </span>
                </>
              ) : undefined}
              <span className="grow" />
              {facts.recordedBytes > COPY_LIMIT_BYTES ? (
                <span className="t3">too large to copy: save the recording</span>
              ) : (
                <CopyButton label={`Copy the ${place.side}`} hasLabel text={() => readBodyText(client, place, 0, facts.recordedBytes)} />
              )}
            </div>
          )}
        </>
      )}
    </QueryContent>
  );
}
