import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { watchConnection } from './state/connection.js';
import { watchPreferences } from './state/preferences.js';

watchPreferences();
watchConnection();
const root = document.getElementById('root');
if (!root) throw new Error('The page lacks its root.');
createRoot(root).render(<App />);
