/** The app document: its own bundle, zone `app`. It holds no secret and reaches no network but its own host. */
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
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { connect } from './client/connect.ts';
import { createAppStores } from './stores/app-stores.ts';

const connection = connect('app');
const stores = createAppStores(connection.client);
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <App connection={connection} stores={stores} />
  </StrictMode>,
);
