import type { FastifyInstance } from 'fastify'
import {
  type DictionaryGroup,
  dictionaryAdd,
  dictionaryDelete,
  dictionaryList,
  dictionaryMove,
  dictionaryTree,
  dictionaryUpdate,
} from '../../shared/endpoints/dictionaries.ts'
import { dictionaryGet } from '../../shared/endpoints/dictionary-values.ts'
import { capital } from '../../shared/kit/capital.ts'
import { isChosen } from '../../shared/kit/dictionaries.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import type { KeptItem } from '../kit/own-choices.ts'
import { serve } from '../kit/serve.ts'
import { say } from '../kit/words.ts'
import { addItem, deleteItem, moveItems, updateItem } from './changes.ts'
import { dictionaries, dictionaryNamed, itemsOf, keptItems, readOwnChoices, rowsOf } from './items.ts'

/** The values of the console's choices: what an operator calls them, in which order and hue they show, which it offers, which it adds. */
export function dictionaryRoutes(app: FastifyInstance, changed: (entity: string, id: number) => void): void {
  const { db: pool } = app.kit
  /** This node says the new word with its next answer; browsers are told. */
  const known =
    <B, D>(change: (body: B, context: Context) => Promise<D>) =>
    async (body: B, context: Context) => {
      const done = await change(body, context)
      context.afterCommit(() => {
        changed('dictionary', 0)
        void readOwnChoices(pool).catch(() => {})
      })
      return done
    }

  serve(app, dictionaryTree, async (_, { db, language }) => treeOf(await keptItems(db), language))
  serve(app, dictionaryList, async ({ name }, { db, language }) => {
    const rows = rowsOf(dictionaryNamed(name), await keptItems(db, name), language)
    return { total: rows.length, page: 1, pageSize: Math.max(1, rows.length), rows, summary: {} }
  })
  serve(app, dictionaryGet, async ({ name }, { db, language }) => {
    const kept = await keptItems(db, name)
    const wanted = name === undefined ? changedOf(kept) : [dictionaryNamed(name)]
    return wanted.map((one) => ({
      name: one.name,
      kind: one.kind,
      items: itemsOf(one, ofIt(kept, one.name), language),
    }))
  })
  serve(app, dictionaryAdd, known(addItem))
  serve(app, dictionaryUpdate, known(updateItem))
  serve(
    app,
    dictionaryDelete,
    known(({ name, value }, context) => deleteItem(name, value, context)),
  )
  serve(app, dictionaryMove, known(moveItems))
}

const ofIt = (kept: readonly KeptItem[], name: string) => kept.filter(({ dictionary }) => dictionary === name)

function changedOf(kept: readonly KeptItem[]) {
  const names = new Set(kept.map(({ dictionary }) => dictionary))
  return dictionaries.filter(({ name }) => names.has(name))
}

function treeOf(kept: readonly KeptItem[], language: Language): DictionaryGroup[] {
  return [...new Set(dictionaries.map(({ entity }) => entity))].map((entity) => ({
    id: entity.name,
    label: capital(say(language, { key: `entities:${entity.name}.many` })),
    children: dictionaries
      .filter((one) => one.entity === entity)
      .map((one) => {
        const set = ofIt(kept, one.name)
        const declared = entity.fields[one.field]
        return {
          ...{ id: one.name, label: fieldWord(language, entity.name, one.field), kind: one.kind },
          values: (declared?.choices?.length ?? 0) + set.filter(({ own }) => own).length,
          changed: set.filter((item) => item.own || Object.keys(item.labels).length > 0 || item.tone || !item.offered)
            .length,
          chosen: declared?.choices === undefined || isChosen(declared),
          toned: declared?.tones !== undefined,
        }
      }),
  }))
}

function fieldWord(language: Language, entity: string, field: string): string {
  const own = `${entity}.fields.${field}`
  const word = say(language, { key: `entities:${own}` })
  return word === own ? say(language, { key: `entities:fields.${field}` }) : word
}
