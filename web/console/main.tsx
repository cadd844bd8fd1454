import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { applyRows, applyTheme } from './state/theme.js';

applyTheme();
applyRows();
const root = document.getElementById('root');
if (!root) throw new Error('The page lacks its root.');
createRoot(root).render(<App />);
