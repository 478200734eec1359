import type { MenuNode } from '../../shared/endpoints/shell.ts'
import { may, type Person } from '../kit/person.ts'
import { catalogue, type Place } from './catalogue.ts'

/** The part of the catalogue that a person may use, as the console reads it. */
export const menuOf = (person: Person): MenuNode[] => usable(everything, person)

const usable = (nodes: readonly MenuNode[], person: Person): MenuNode[] =>
  nodes
    .filter(({ permission }) => permission === null || may(person, permission))
    .map((node) => ({ ...node, children: usable(node.children, person) }))
    .filter((node) => node.type === 'button' || node.path !== null || node.children.length > 0)

let numbered = 0

const toNode = (place: Place, parentId: number, sort: number): MenuNode => {
  const id = ++numbered
  const { name, title, icon, permission, path, component, type, affix, children } = place
  return {
    id,
    parentId,
    name,
    path,
    component,
    type,
    sort,
    permission,
    meta: { title, icon, type, hidden: false, affix, fullpage: false, active: null },
    children: children.map((child, index) => toNode(child, id, index)),
  }
}

const everything: MenuNode[] = catalogue.map((place, index) => toNode(place, 0, index))
