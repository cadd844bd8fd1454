/** The style of the pages for people: readable from 320 pixels on, in light and dark. */
export const PEOPLE_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1b1b, #ececec);
  --quiet: light-dark(#595959, #b0b0b0);
  --line: light-dark(#767676, #8a8a8a);
  --shade: light-dark(#f2f2f2, #262626);
  --error: light-dark(#b00020, #ff9a9a);
  --accent: light-dark(#0b57d0, #a8c7fa);
  --on-accent: light-dark(#ffffff, #062e6f);
}
[hidden] { display: none !important; }
* { box-sizing: border-box; }
body { font: 1.0625rem/1.55 system-ui, sans-serif; color: var(--text); background: light-dark(#fff, #161616); margin: 0; }
main { max-width: 34rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
h2:focus { outline: none; }
a { color: var(--accent); }
.home { margin: 0; }
.field { margin: 0 0 1rem; }
label, legend { font-weight: 600; display: block; }
.choice { font-weight: 400; display: flex; gap: 0.5rem; align-items: baseline; padding: 0.25rem 0; }
.hint { display: block; color: var(--quiet); font-size: 0.9375rem; }
input:not([type="radio"]) {
  font: inherit; color: inherit; background: transparent; width: 100%; padding: 0.5rem; margin-top: 0.25rem;
  border: 1px solid var(--line); border-radius: 4px;
}
input[aria-invalid="true"] { border: 2px solid var(--error); }
fieldset { border: 1px solid var(--line); border-radius: 4px; margin: 0 0 1rem; padding: 0.5rem 0.75rem; min-width: 0; }
button {
  font: inherit; color: var(--text); background: var(--shade); border: 1px solid var(--line); border-radius: 4px;
  padding: 0.5rem 1rem; margin: 0 0.25rem 0.5rem 0; cursor: pointer;
}
button[type="submit"] { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
form[aria-busy="true"] button { opacity: 0.6; cursor: progress; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { color: var(--error); font-weight: 600; display: block; }
.error:empty, #status:empty { display: none; }
#status { background: var(--shade); border-left: 4px solid var(--accent); padding: 0.5rem 0.75rem; }
pre {
  font-size: 0.875rem; background: var(--shade); padding: 0.75rem; margin: 0 0 0.5rem; border-radius: 4px;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
#organisations { list-style: none; padding: 0; }
#organisations li { border-top: 1px solid var(--line); padding: 0.75rem 0; overflow-wrap: anywhere; }
#organisations button { margin-top: 0.5rem; }
code, strong { overflow-wrap: anywhere; }
`;
