/**
 * The trusted document: its own bundle, its own origin, zone `approval`.
 * It trusts the privileged side alone. It refuses whatever comes from the app, which can neither read nor drive it.
 */
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-500.css';
import '@fontsource/inter/latin-600.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import '@fontsource/jetbrains-mono/latin-500.css';
import './theme/tokens.css';
import './theme/checkbox.css';
import './approve/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readPurpose } from '../shared/ipc/trusted-purpose.ts';
import { ApproveDocument } from './approve/ApproveDocument.tsx';
import { connect } from './client/connect.ts';

const purpose = readPurpose(Object.fromEntries(new URLSearchParams(window.location.hash.slice(1))));
const connection = connect('approval');
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <ApproveDocument connection={connection} purpose={purpose} />
  </StrictMode>,
);
