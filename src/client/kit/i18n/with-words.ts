import i18next from 'i18next'

/** A part of the console and the words that it needs, beside each other and not one after the other: each is one way to the server and back. */
export async function withWords<T>(words: string | string[], load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), i18next.loadNamespaces(words)])
  return part
}
