import { render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { type ReactNode, Suspense } from 'react'
import { I18nextProvider } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { useWords } from '../../../src/client/kit/i18n/use-words.ts'
import { text } from '../../../src/shared/kit/fields.ts'
import { speak } from '../stage.tsx'

// The console's own words are asked what they say of an entity.
beforeAll(() => speak())

const WORDS: Record<string, object> = {
  entities: {
    fields: { remark: 'Remark' },
    site: { one: 'site', fields: { name: 'Site name' } },
    lease: { one: 'lease' },
  },
  steps: { sent: { rebooting: 'Restarts' } },
  more_entities: { lease: { fields: { rent: 'Rent' }, choices: { status: { running: 'Running' } } } },
}

function Said({ name, field }: { name: string; field: string }) {
  const words = useWords({ name })
  return <p>{[words.one, words.label(field), words.label('remark'), words.choice('status', 'running')].join(' · ')}</p>
}

/** A console that has no words yet; `asked` is what it asked for. */
async function consoleOf() {
  const asked: string[] = []
  const i18n = createInstance()
  i18n.use({
    type: 'backend',
    init() {},
    read(_: string, namespace: string, done: (error: null, words: object) => void) {
      asked.push(namespace)
      setTimeout(() => done(null, WORDS[namespace] ?? {}))
    },
  })
  await i18n.init({ lng: 'en', fallbackLng: false, ns: [], fallbackNS: 'more_entities' })
  const within = (children: ReactNode) => (
    <I18nextProvider i18n={i18n}>
      <Suspense fallback="loading">{children}</Suspense>
    </I18nextProvider>
  )
  return { asked, within, shown: (name: string, field: string) => within(<Said name={name} field={field} />) }
}

test('an entity whose words came with the first list asks for no more', async () => {
  const { asked, shown } = await consoleOf()
  render(shown('site', 'name'))
  await screen.findByText(/^site · Site name · Remark/)
  expect(asked).toEqual(['entities'])
})

test('an entity that is only named there has the others, and those of all entities', async () => {
  const { asked, shown } = await consoleOf()
  render(shown('lease', 'rent'))
  await screen.findByText('lease · Rent · Remark · Running')
  expect(asked).toEqual(['entities', 'more_entities'])
})

const step = text({ words: ['steps:sent'] })

function Step({ said }: { said: string }) {
  const words = useWords({ name: 'site', fields: { step } })
  return <p>{words.said('step', said)}</p>
}

test('a text that is a name of the code has its word where the field says, and any other stands as it is', async () => {
  const { asked, within } = await consoleOf()
  render(
    within(
      <>
        <Step said="rebooting" />
        <Step said="ready: 3" />
      </>,
    ),
  )
  await screen.findByText('Restarts')
  screen.getByText('ready: 3')
  expect(asked).toEqual(['entities', 'steps'])
})
