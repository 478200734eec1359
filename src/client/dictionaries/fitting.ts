import type { DictionaryGroup } from '../../shared/endpoints/dictionaries.ts'

export type Group = DictionaryGroup

/** What a keyword finds: a record's name brings all its dictionaries, a dictionary's name itself. */
export function fitting(groups: readonly Group[], keyword: string): Group[] {
  const wanted = keyword.trim().toLowerCase()
  const fits = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(wanted))
  return groups.flatMap((group) => {
    if (fits(group.label)) return [group]
    const children = group.children.filter(({ id, label }) => fits(id, label))
    return children.length > 0 ? [{ ...group, children }] : []
  })
}
