import { IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import type { UpgradeRehearsal } from '../../../shared/ipc/schemas/upgrades.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { FindingItem } from './FindingItem.tsx';
import { checkedWords, groupsOf, READINESS_LABELS, READINESS_TONES, READINESS_WORDS, sidesOf } from './upgrade-words.ts';
import styles from './upgrades.module.css';

const MAX_TEXT = 400;

/** Readiness of node and Sextant for an upgrade, and its changes for the user. */
export function Rehearsal({ rehearsal }: { readonly rehearsal: UpgradeRehearsal }) {
  const { readiness, findings, gaps, calls, checked, versionBefore, versionAfter, name, isPassed, pinned } = rehearsal;
  return (
    <>
      <Panel title="Readiness" calls={calls} hasRule>
        <PanelBody>
          <KeyValue
            labelWidthPx={132}
            rows={readiness.map(({ id, state, detail }) => ({
              label: READINESS_LABELS[id],
              isWrapped: true,
              value: (
                <span className={styles.ready}>
                  <StatusText tone={READINESS_TONES[state]}>{READINESS_WORDS[state]}</StatusText>
                  <UntrustedText text={detail} maximumLength={MAX_TEXT} />
                </span>
              ),
            }))}
          />
        </PanelBody>
      </Panel>
      {gaps.length === 0 ? undefined : (
        <Note tone="warning" title="Some data could not be read">
          {gaps.map(({ what, problem }) => (
            <p key={what}>
              {what}: <UntrustedText text={problem.message} maximumLength={MAX_TEXT} /> <span className="mono t3">{problem.code}</span>
            </p>
          ))}
        </Note>
      )}
      {!isPassed || findings.length === 0 ? undefined : (
        <Note tone="info" title={`Read at epoch ${formatInteger(pinned.height)}, after the upgrade`}>
          Figures apply the rules of each version to the state at this epoch, not to the state before the upgrade.
        </Note>
      )}
      {versionAfter === undefined || versionBefore === undefined ? (
        <PanelState icon={IconHelpCircle} tone="warning" title="Rehearsal not available">
          {versionAfter === undefined ? (
            <>
              This release does not know what <UntrustedText text={name} maximumLength={60} /> changes. Update Sextant
              {isPassed ? '' : ' before the upgrade'}.
            </>
          ) : (
            'The version before this upgrade is unknown.'
          )}
        </PanelState>
      ) : (
        groupsOf(rehearsal).map(({ action, title, empty }) => {
          const own = findings.filter((finding) => finding.action === action);
          if (own.length === 0 && empty === undefined) return undefined;
          return (
            <Panel key={action} title={title} sub={own.length === 0 ? undefined : String(own.length)} hasRule>
              {own.length === 0 ? (
                <PanelState icon={IconCircleCheck} tone="success" title={empty}>
                  Checked: {checkedWords(checked)}.
                </PanelState>
              ) : (
                own.map((finding) => <FindingItem key={finding.id} finding={finding} sides={sidesOf(rehearsal)} />)
              )}
            </Panel>
          );
        })
      )}
    </>
  );
}
