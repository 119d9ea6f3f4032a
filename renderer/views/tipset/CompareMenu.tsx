import { Popover } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Tipset } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { EpochField } from './EpochField.tsx';
import styles from './tipset.module.css';

const EPOCHS_PER_HOUR = 120;

interface CompareMenuProps {
  readonly tipset: Tipset | undefined;
  /** An epoch or comma-separated block CIDs. */
  readonly onCompare: (against: string) => void;
}

/** Menu to choose the tipset to compare with. */
export function CompareMenu({ tipset, onCompare }: CompareMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const headHeight = useTopic('chain.headChanged', (head) => head?.head?.height);
  const height = tipset?.ref.height ?? 0;
  const choose = (against: string | number) => () => {
    setIsOpen(false);
    onCompare(String(against));
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" withinPortal trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span>
          <Button
            size="small"
            icon={IconArrowsDiff}
            isExpanded={isOpen}
            disabledReason={tipset === undefined ? 'Tipset not loaded' : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            Compare
          </Button>
        </span>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} role="dialog" aria-label="Compare with another tipset">
        <span className="s12 t2">Compare epoch {formatInteger(height)} with</span>
        {tipset?.previousHeight === undefined ? undefined : (
          <Button size="small" onClick={choose(tipset.previousHeight)}>{`previous tipset, ${formatInteger(tipset.previousHeight)}`}</Button>
        )}
        {height < EPOCHS_PER_HOUR ? undefined : (
          <Button
            size="small"
            onClick={choose(height - EPOCHS_PER_HOUR)}
          >{`1 h before, ${formatInteger(height - EPOCHS_PER_HOUR)}`}</Button>
        )}
        {tipset?.instead === undefined ? undefined : (
          <Button size="small" onClick={choose(tipset.instead.key.join(','))}>
            the tipset on the chain
          </Button>
        )}
        {headHeight === undefined || headHeight === height ? undefined : (
          <Button size="small" onClick={choose(headHeight)}>{`head, ${formatInteger(headHeight)}`}</Button>
        )}
        <EpochField label="Compare with epoch" here={height} onEpoch={(epoch) => choose(epoch)()} />
      </Popover.Dropdown>
    </Popover>
  );
}
