import { IconArrowRight, IconShieldLock } from '@tabler/icons-react';
import { Note } from '../../components/feedback/Note.tsx';
import { PrepareProblem } from '../../components/feedback/PrepareProblem.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { ComposeForm } from './ComposeForm.tsx';
import { ApprovalNote, DraftSwitchNote, NoKeysNote } from './ComposeNotes.tsx';
import { ComposeTabs } from './ComposeTabs.tsx';
import styles from './compose.module.css';
import { DraftsMenu } from './DraftsMenu.tsx';
import { isDraftEmpty } from './draft.ts';
import { FeePanel } from './FeePanel.tsx';
import { OpenUnsigned } from './OpenUnsigned.tsx';
import { OptionsPanel } from './OptionsPanel.tsx';
import { PasteCall } from './PasteCall.tsx';
import { ReviewColumn } from './ReviewColumn.tsx';
import { SaveDraft } from './SaveDraft.tsx';
import { useComposer } from './use-composer.ts';

/** Composes a message, simulates it, and requests its approval. */
export function ComposeView() {
  const composer = useComposer();
  const { wallet, fields, errors, reviewing, verdict, outcome, trusted, hasApproval } = composer;
  const current = reviewing.isCurrent ? reviewing.review : undefined;
  const isWaiting = hasApproval && outcome.status === 'waiting';
  const isEmpty = isDraftEmpty(fields);
  return (
    <SplitView>
      <PageHead
        title="Compose"
        asOf={reviewing.review?.pinned}
        actions={
          <>
            <ComposeTabs current="/compose" />
            <PasteCall letter={fields.from.trim().startsWith('t') ? 't' : 'f'} onUse={composer.load} />
            <OpenUnsigned onUse={composer.load} />
            <DraftsMenu onLoad={({ draft, id }) => composer.load(draft, id)} />
          </>
        }
      />
      <ApprovalNote outcome={outcome} hasApproval={hasApproval} trusted={trusted} onDismiss={composer.stopWaiting} />
      <DraftSwitchNote />
      {wallet?.status === 'missing' ? <NoKeysNote /> : undefined}
      {composer.prepareError === undefined ? undefined : (
        <PrepareProblem title="Could not prepare the message" error={composer.prepareError} />
      )}
      {composer.draftError === undefined ? undefined : (
        <Note tone="danger" title="Could not create the draft">
          <UntrustedText text={composer.draftError.message} />
        </Note>
      )}
      <CallsContext value={reviewing.review?.calls ?? []}>
        <div className={styles.columns}>
          <div className={styles.column}>
            <ComposeForm fields={fields} errors={errors} accounts={wallet?.accounts ?? []} review={current} onChange={composer.change} />
            <FeePanel
              fields={fields}
              errors={errors}
              review={current}
              onChange={composer.change}
              onReplace={composer.replace}
              onFill={composer.fill}
            />
            <OptionsPanel fields={fields} onChange={composer.change} />
          </div>
          <ReviewColumn
            reviewing={reviewing}
            missing={composer.missing}
            method={fields.method.trim() === '' ? '0' : fields.method.trim()}
            accounts={wallet?.accounts ?? []}
            onAction={composer.act}
            onSender={(from) => composer.change({ from })}
          />
        </div>
      </CallsContext>
      <div className={styles.dock} data-dock>
        <span className={styles.dockHint}>
          <IconShieldLock size={14} stroke={1.6} aria-hidden />
          {verdict.canApprove ? 'The key is used only in the approval window, after you confirm.' : verdict.reason}
        </span>
        <span className={styles.dockEnd}>
          <Button size="large" kind="quiet" disabledReason={isEmpty ? 'Nothing to clear.' : undefined} onClick={composer.clear}>
            Clear
          </Button>
          <SaveDraft fields={fields} disabledReason={isEmpty ? 'Nothing to save.' : undefined} />
          <Button
            kind="primary"
            size="large"
            icon={IconArrowRight}
            isBusy={composer.isPreparing}
            disabledReason={isWaiting ? 'A message is waiting for your approval.' : verdict.canApprove ? undefined : verdict.reason}
            onClick={() => void composer.approve()}
          >
            Review and approve
          </Button>
        </span>
      </div>
    </SplitView>
  );
}
