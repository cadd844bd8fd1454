import { text } from '../../texts/text.js';

/** Stands at everything that never leaves the server. */
export function Sandbox() {
  return <span className="sandbox-word">{text.frame.sandbox}</span>;
}
