/** Longer texts do not stand in their two lines on a wide screen. */
const LONG = 60;

/** A text that a person typed: of any length, in any script. It takes two lines at most; all of it is its tooltip. */
export function Typed({ children }: { readonly children: string }) {
  return (
    <span className="typed" dir="auto" title={children.length > LONG ? children : undefined}>
      {children}
    </span>
  );
}

/** A text that may be an address. A browser breaks lines behind its hyphens only, and else in the middle of a word. */
export function Breakable({ text }: { readonly text: string }) {
  const parts = text.split(/(?<=\/)(?!\/)/);
  return parts.map((part, place) => (place === 0 ? part : [<wbr key={String(place)} />, part]));
}
