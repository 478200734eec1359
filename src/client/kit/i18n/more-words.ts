/** Where the words of every screen but the first are: a list that the sign-in page does without. */
export const files = import.meta.glob<Record<string, unknown>>(
  ['../../../../locales/*/*.json', '!**/{language,common,errors,shell,sign_in,menu,entities,offline}.json'],
  { import: 'default' },
)
