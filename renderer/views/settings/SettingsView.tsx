import type { Appearance, Settings } from '../../../shared/ipc/schemas/app.ts';
import type { AppClient } from '../../client/client-context.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { zoneName } from '../../lib/shown-time.ts';
import { NumberChoice } from './NumberChoice.tsx';
import { SafetyPanel } from './SafetyPanel.tsx';
import styles from './settings.module.css';

const updateSettings = (client: AppClient, change: Partial<Appearance>): Promise<Settings> => client.settings.updateSettings(change);

const HOST_WORDS = { electron: 'desktop application', web: 'web host on this machine', memory: 'in memory' } as const;

/** Appearance, safety settings, and version information. */
export function SettingsView() {
  const settings = useTopic('settings.changed');
  const update = useCommand(updateSettings);
  const info = useQuery('app info', (client) => client.app.getInfo({}));
  return (
    <SplitView>
      <PageHead title="Settings" sub="saved on this machine" />
      <ScrollArea label="Settings">
        <Panel title="Appearance" hasRule>
          <PanelBody>
            {settings === undefined ? undefined : (
              <KeyValue
                rows={[
                  {
                    label: 'Theme',
                    value: (
                      <div className={styles.control}>
                        <SegmentedControl
                          label="Theme"
                          value={settings.theme}
                          options={[
                            { value: 'system', label: 'System' },
                            { value: 'dark', label: 'Dark' },
                            { value: 'light', label: 'Light' },
                          ]}
                          onChange={(theme) => void update.run({ theme })}
                        />
                      </div>
                    ),
                  },
                  {
                    label: 'Rows',
                    value: (
                      <div className={styles.control}>
                        <SegmentedControl
                          label="Rows"
                          value={settings.density}
                          options={[
                            { value: 'dense', label: 'Dense' },
                            { value: 'roomy', label: 'Roomy' },
                          ]}
                          onChange={(density) => void update.run({ density })}
                        />
                      </div>
                    ),
                  },
                  {
                    label: 'Size',
                    value: (
                      <NumberChoice
                        label="Size"
                        choices={[80, 90, 100, 110, 125, 150, 200]}
                        value={settings.zoomPercent}
                        words={(percent) => `${percent} %`}
                        help="Scale of the whole interface, including the approval window."
                        onChange={(zoomPercent) => void update.run({ zoomPercent })}
                      />
                    ),
                    isWrapped: true,
                  },
                  {
                    label: 'Times',
                    value: (
                      <div className={styles.choice}>
                        <div className={styles.control}>
                          <SegmentedControl
                            label="Times"
                            value={settings.clock}
                            options={[
                              { value: 'utc', label: 'UTC' },
                              { value: 'local', label: `Local, ${zoneName('local', Date.now())}` },
                            ]}
                            onChange={(clock) => void update.run({ clock })}
                          />
                        </div>
                        <p className={styles.help}>Time zone shown in the app. Copies and files always use UTC.</p>
                      </div>
                    ),
                    isWrapped: true,
                  },
                ]}
              />
            )}
          </PanelBody>
        </Panel>
        {settings === undefined ? undefined : <SafetyPanel settings={settings} />}
        {update.error === undefined ? undefined : <PanelError error={update.error} />}
        <Panel title="About" hasRule>
          <QueryContent query={info}>
            {(app) => (
              <PanelBody>
                <KeyValue
                  rows={[
                    { label: 'Version', value: app.version },
                    { label: 'Runs as', value: HOST_WORDS[app.host] },
                    { label: 'Platform', value: app.platform },
                    { label: 'Data folder', value: <span className="mono">{app.profilePath}</span>, isWrapped: true },
                  ]}
                />
              </PanelBody>
            )}
          </QueryContent>
        </Panel>
      </ScrollArea>
    </SplitView>
  );
}
