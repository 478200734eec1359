import { expect, test } from 'vitest'
import { PERSONS } from '../../src/shared/domain/persons.ts'
import { entities } from '../../src/shared/entities/index.ts'

test('what a record of a person is called by leads to them wherever a record points at one', () => {
  const masked = Object.values(entities).filter(({ maskedTitle }) => maskedTitle)
  expect([...PERSONS].sort()).toEqual(masked.map(({ name }) => name).sort())
})
