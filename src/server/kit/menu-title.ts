import { type Language, spoken, type Translations } from '../../shared/kit/languages.ts'

interface Entitled {
  name: string
  /** A key of the namespace `menu`. */
  title: string | null
  titles: Translations | null
}

interface Titles {
  /** The key, or words of one's own in the caller's language. */
  title: string
  titles: Translations | null
}

/** What an entry of the menu is called: words of one's own stand before the key's, those of another language before none. */
export const titlesOf = ({ name, title, titles }: Entitled, language: Language): Titles => ({
  title: spoken(titles, language) ?? title ?? name,
  titles,
})
