import { rows, shortcuts, theme } from '../../state/preferences.js';
import { useStore } from '../../state/store.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

/** What is kept in this browser alone. */
export function ScreenSettings() {
  const chosen = useStore(theme);
  const chosenRows = useStore(rows);
  const areShortcutsOn = useStore(shortcuts) === 'on';
  return (
    <section className="card form" aria-labelledby="screen">
      <h2 id="screen">{words.screen.title}</h2>
      <fieldset className="field">
        <legend>{words.screen.theme}</legend>
        {theme.values.map((one) => (
          <label key={one} className="choice">
            <input type="radio" name="account-theme" checked={chosen === one} onChange={() => theme.set(one)} />
            {text.frame.themes[one]}
          </label>
        ))}
      </fieldset>
      <fieldset className="field">
        <legend>{words.screen.rows}</legend>
        {rows.values.map((one) => (
          <label key={one} className="choice">
            <input type="radio" name="rows" checked={chosenRows === one} onChange={() => rows.set(one)} />
            {text.frame.rows[one]}
          </label>
        ))}
      </fieldset>
      <div>
        <label className="choice">
          <input
            type="checkbox"
            checked={areShortcutsOn}
            aria-describedby="shortcuts-hint"
            onChange={({ target }) => shortcuts.set(target.checked ? 'on' : 'off')}
          />
          {words.screen.shortcuts}
        </label>
        <p className="quiet" id="shortcuts-hint">
          {words.screen.shortcutsHint}
        </p>
      </div>
    </section>
  );
}
