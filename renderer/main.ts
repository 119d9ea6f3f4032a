/**
 * The app document: its own bundle, zone `app`. It holds no secret and reaches no network but its own host.
 *
 * The app and the screen that the address names are fetched side by side. The app comes first, so that its styles do.
 */
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-500.css';
import '@fontsource/inter/latin-600.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import '@fontsource/jetbrains-mono/latin-500.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/checkbox.css';
import './theme/mantine.css';
import { screenModuleAt } from './app/screen-modules.ts';
import { splitFragment } from './lib/fragment.ts';

void import('./app/start.tsx');
// A failure is told where the screen is to be shown.
screenModuleAt(splitFragment(location.hash)[0])
  ?.load()
  .catch(() => undefined);
