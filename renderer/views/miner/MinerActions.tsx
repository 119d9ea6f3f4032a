import { Popover } from '@mantine/core';
import { IconArrowUpRight, IconDots, IconKey } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { partOf } from '../../components/feedback/QueryContent.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import styles from './miner.module.css';
import { changeKeysDraft, confirmWorkerDraft, repayDebtDraft, signerOf, signerWords, withdrawDraft } from './miner-drafts.ts';
import { useMinerDrafts } from './use-miner-drafts.ts';

interface MinerActionsProps {
  readonly miner: Miner;
  /** Whether an earlier epoch is shown; actions need the head. */
  readonly isPast: boolean;
  /** Further menu items. */
  readonly children: (close: () => void) => ReactNode;
}

const NO_KEYS = 'Signer unknown: could not read the miner’s keys.';
const MENU_PX = 340;
const IS_PAST = 'This view is pinned to an earlier epoch. Follow the head first.';

/** Miner actions. Each opens the composer with a draft to review. */
export function MinerActions({ miner, isPast, children }: MinerActionsProps) {
  const { keys, compose } = useMinerDrafts();
  const [isOpen, setIsOpen] = useState(false);
  const info = partOf(miner.info);
  const balance = partOf(miner.balance);
  const owner = info === undefined ? undefined : signerOf(info, ['Owner'], keys);
  const receiver = info === undefined ? undefined : signerOf(info, ['Owner', 'Beneficiary'], keys);
  const payer = info === undefined ? undefined : signerOf(info, ['Owner', 'Worker', 'Control'], keys);
  const hasDebt = balance !== undefined && balance.feeDebt !== '0';
  const refusal = isPast ? IS_PAST : info === undefined ? NO_KEYS : undefined;
  const withdrawRefusal = refusal ?? (balance === undefined ? 'Could not read the miner’s balance.' : undefined);
  const changeKeys = (): void => {
    if (info !== undefined && refusal === undefined) compose(changeKeysDraft(miner.address, owner, info));
  };
  const withdraw = (): void => {
    if (balance !== undefined && withdrawRefusal === undefined) compose(withdrawDraft(miner.address, receiver, balance.available));
  };
  return (
    <>
      <span className="row g8 hide-narrow">
        <Button size="small" icon={IconKey} disabledReason={refusal} hint={signerWords(owner)} onClick={changeKeys}>
          Change keys
        </Button>
        <Button size="small" icon={IconArrowUpRight} disabledReason={withdrawRefusal} hint={signerWords(receiver)} onClick={withdraw}>
          Withdraw
        </Button>
      </span>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        width={MENU_PX}
        position="bottom-end"
        withinPortal
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <span>
            <Button size="small" icon={IconDots} isIconOnly isExpanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              More actions
            </Button>
          </span>
        </Popover.Target>
        <Popover.Dropdown className={styles.menu} role="dialog" aria-label="More actions">
          <button type="button" className={styles.menuItem} aria-disabled={refusal !== undefined} onClick={changeKeys}>
            <span>Change worker or control addresses</span>
            <span className={styles.menuDetail}>{refusal ?? signerWords(owner)}</span>
          </button>
          <button type="button" className={styles.menuItem} aria-disabled={withdrawRefusal !== undefined} onClick={withdraw}>
            <span>Withdraw balance</span>
            <span className={styles.menuDetail}>{withdrawRefusal ?? signerWords(receiver)}</span>
          </button>
          {info?.hasPendingWorkerChange === true && !isPast ? (
            <button type="button" className={styles.menuItem} onClick={() => compose(confirmWorkerDraft(miner.address, owner))}>
              <span>Confirm worker change</span>
              <span className={styles.menuDetail}>
                Optional: the change takes effect anyway at the first proving deadline after its delay. {signerWords(owner)}
              </span>
            </button>
          ) : undefined}
          {hasDebt && !isPast ? (
            <button type="button" className={styles.menuItem} onClick={() => compose(repayDebtDraft(miner.address, payer))}>
              <span>Repay fee debt</span>
              <span className={styles.menuDetail}>{signerWords(payer)}</span>
            </button>
          ) : undefined}
          {children(() => setIsOpen(false))}
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
