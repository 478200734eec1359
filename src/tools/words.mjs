import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { give, root } from './command.mjs'

/**
 * @typedef {{ [key: string]: string | Words }} Words
 * @typedef {{ missing: string[], unknown: string[], other: string[] }} Told
 */

const FALLBACK = 'en'
const FACTS = 'language.json'

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Plural endings differ from language to language. @param {string} key */
const bare = (key) => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** What is put into a text. @param {string} text */
const figuresOf = (text) => [...new Set([...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name))].sort().join(' ')

/** `too_long` and its figures. @param {Words} words @returns {[string, string][]} */
const flat = (words, at = '') =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [/** @type {[string, string]} */ ([bare(`${at}${key}`), figuresOf(value)])]
      : flat(value, `${at}${key}.`),
  )

/** Each word of a language with its figures, as `piles:state.charging`. @param {string} folder */
function wordsIn(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== FACTS)
  return new Map(files.flatMap((file) => flat(read(join(folder, file)), `${file.slice(0, -'.json'.length)}:`)))
}

/**
 * What each language lacks, what it says that nobody asks for, and where it takes in other figures than the fallback does.
 * @param {string} locales @returns {Record<string, Told>}
 */
export function compareWords(locales) {
  const wanted = wordsIn(join(locales, FALLBACK))
  const tags = readdirSync(locales).filter((tag) => tag !== FALLBACK)
  return Object.fromEntries(
    tags.map((tag) => {
      const said = wordsIn(join(locales, tag))
      return [
        tag,
        {
          missing: [...wanted.keys()].filter((key) => !said.has(key)),
          unknown: [...said.keys()].filter((key) => !wanted.has(key)),
          other: [...said.keys()].filter((key) => wanted.has(key) && wanted.get(key) !== said.get(key)),
        },
      ]
    }),
  )
}

/** @param {string[]} keys */
function byFile(keys) {
  const files = new Map()
  for (const key of keys) {
    const [file, word] = key.split(':')
    files.set(file, [...(files.get(file) ?? []), word])
  }
  return [...files].map(([file, words]) => `  ${file}.json: ${words.join(', ')}`).join('\n')
}

/** Prints it for all languages, or for those that are named. @param {string[]} named */
export function printWords(named) {
  const locales = join(root, 'locales')
  const all = Object.keys(compareWords(locales))
  const stranger = named.find((tag) => !all.includes(tag))
  if (stranger) give(`There is ${all.join(', ')} under locales; not ${stranger}.`)
  const total = wordsIn(join(locales, FALLBACK)).size
  for (const [tag, { missing, unknown, other }] of Object.entries(compareWords(locales))) {
    if (named.length > 0 && !named.includes(tag)) continue
    const { name, complete } = read(join(locales, tag, FACTS))
    const here = total - missing.length
    console.log(`${tag} (${name}): ${here} of ${total} words${complete ? ', complete' : ''}`)
    if (missing.length) console.log(` said in ${FALLBACK} instead:\n${byFile(missing)}`)
    if (unknown.length) console.log(` nobody asks for:\n${byFile(unknown)}`)
    if (other.length) console.log(` with other figures than in ${FALLBACK}:\n${byFile(other)}`)
    if (unknown.length || other.length || (complete && missing.length)) process.exitCode = 1
  }
}

if (process.argv[1] === import.meta.filename) printWords(process.argv.slice(2))
