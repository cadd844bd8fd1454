/** A text that may be an address. A browser breaks lines behind its hyphens only, and else in the middle of a word. */
export function Breakable({ text }: { readonly text: string }) {
  const parts = text.split(/(?<=\/)(?!\/)/);
  return parts.map((part, place) => (place === 0 ? part : [<wbr key={String(place)} />, part]));
}
