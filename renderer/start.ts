/**
 * The page that start links open, at the trusted origin: it pairs this browser and goes on to the app.
 * It trusts the ticket in its address alone. The app's origin never sees this ticket, nor the key that is made here.
 */
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-600.css';
import './theme/tokens.css';
import './start/start.css';
import { takeTicket } from './client/take-ticket.ts';
import { pairBrowser } from './start/pair-browser.ts';

const prefersLight = window.matchMedia('(prefers-color-scheme: light)');
document.documentElement.dataset.theme = prefersLight.matches ? 'light' : 'dark';

const outcome = await pairBrowser(takeTicket(window.location, window.history));
if ('url' in outcome) {
  // Leaves nothing in the history to come back to.
  window.location.replace(outcome.url);
} else {
  const [title, text] = [document.createElement('h1'), document.createElement('p')];
  title.textContent = outcome.title;
  text.textContent = outcome.text;
  document.getElementById('root')?.append(title, text);
  document.title = outcome.title;
}
