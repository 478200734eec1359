import type { Entity } from './entity.ts'

interface Named {
  name: string
  fields?: Entity['fields']
}

/** Where the word of a choice is looked up, the first that there is: its own, one for fields of that name, the code's, an entity's. */
export const choiceKeys = ({ name, fields }: Named, field: string, value: string): string[] => [
  `entities:${name}.choices.${field}.${value}`,
  `entities:choices.${field}.${value}`,
  ...(fields?.[field]?.words ?? []).map((part) => `${part}.${value}`),
  `entities:${value}.one`,
]
