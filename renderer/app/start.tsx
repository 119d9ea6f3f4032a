/** Connects this document to its host and draws the app. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connect } from '../client/connect.ts';
import { createAppStores } from '../stores/app-stores.ts';
import { App } from './App.tsx';

const connection = connect('app');
const stores = createAppStores(connection.client);
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <App connection={connection} stores={stores} />
  </StrictMode>,
);
