import type { Language } from './words.ts'

interface Entitled {
  name: string
  /** A key of the namespace `menu`. */
  title: string | null
  title_en: string | null
  title_zh: string | null
}

interface Titles {
  /** The key, or words of one's own in the caller's language. */
  title: string
  titles: { en: string; 'zh-CN': string } | null
}

/** What an entry of the menu is called: words of one's own stand before the key's, those of the other language before none. */
export function titlesOf({ name, title, title_en, title_zh }: Entitled, language: Language): Titles {
  const en = title_en ?? title_zh
  const zh = title_zh ?? title_en
  if (!en || !zh) return { title: title ?? name, titles: null }
  return { title: language === 'zh-CN' ? zh : en, titles: { en, 'zh-CN': zh } }
}
