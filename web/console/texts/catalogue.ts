/** The languages of the console. Another one is a word here, and a compiler error in each catalogue that lacks it. */
const LANGUAGES = ['en'] as const;
type Language = (typeof LANGUAGES)[number];

const language: Language = LANGUAGES[0];

/** The texts of one room in the language of the page. English says which texts there are. */
export function catalogue<Texts>(texts: { readonly en: Texts } & Readonly<Record<Language, NoInfer<Texts>>>): Texts {
  return texts[language];
}
