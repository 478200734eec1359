import { expect, test } from 'vitest'
import { entities } from '../../src/shared/entities/index.ts'
import { type Entity, fieldsOf, titleField } from '../../src/shared/kit/entity.ts'
import { readable } from '../../src/shared/kit/readable.ts'

const everyEntity = Object.values(entities as Record<string, Entity>)

test('no title, starting order or tally is of a field that not everybody may read', () => {
  const wrong = everyEntity.flatMap((entity) =>
    fieldsOf(entity)
      .filter(([, { needs }]) => needs !== undefined)
      .filter(([name]) => {
        const { tally, sort } = entity
        return [titleField(entity), sort.prop, tally?.by, ...(tally?.kinds ?? [])].includes(name)
      })
      .map(([name]) => `${entity.name}.${name}`),
  )
  expect(wrong).toEqual([])
})

test('an entity is the same one for the same rights, and whole for anyone who may read all of it', () => {
  const { customer } = entities
  expect(readable(customer, () => true)).toBe(customer)
  const cut = readable(customer, () => false)
  expect('balance_cents' in cut.fields).toBe(false)
  expect(readable(customer, () => false)).toBe(cut)
})
