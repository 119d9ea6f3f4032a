import { Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { unverifiedMark } from '../../../shared/domain/chain/network-version.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { useNetworkVersion } from '../../hooks/use-network-version.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './compose.module.css';
import type { DraftFields } from './draft.ts';
import { fieldsOfTemplate, templatesAt } from './templates.ts';
import { useOwnMiners } from './use-known-addresses.ts';

interface TemplatesMenuProps {
  readonly from: string;
  readonly letter: NetworkLetter;
  readonly onChoose: (fields: DraftFields) => void;
}

/** Templates of common calls, filled in with own miners and keys. */
export function TemplatesMenu({ from, letter, onChoose }: TemplatesMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const ownMiners = useOwnMiners();
  const version = useNetworkVersion();
  const networkVersion = version?.version;
  const isUnverified = unverifiedMark(version) !== undefined;
  const actorCodes = useTopic('chain.versionChanged', (state) => state?.actorCodes);
  const genesisCid = useTopic('chain.headChanged')?.genesisCid;
  const templates = templatesAt(networkVersion);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" withinPortal trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span>
          <Button kind="quiet" size="small" icon={IconChevronDown} isExpanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Templates
          </Button>
        </span>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} role="dialog" aria-label="Templates">
        {templates.map((template, index) => (
          <Fragment key={template.id}>
            {templates[index - 1]?.group === template.group ? undefined : <h3>{template.group}</h3>}
            <button
              type="button"
              className={styles.menuItem}
              onClick={() => {
                onChoose(fieldsOfTemplate(template, { from, letter, ownMiners, networkVersion, genesisCid, isUnverified, actorCodes }));
                setIsOpen(false);
              }}
            >
              <span>{template.title}</span>
              <span className={styles.menuDetail}>{template.detail}</span>
            </button>
          </Fragment>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
