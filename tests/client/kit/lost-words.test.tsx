import { act, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { askForLostWords } from '../../../src/client/kit/i18n/lost-words.ts'

afterEach(() => vi.useRealTimers())

/** A line that carries no words until it is mended. */
async function started() {
  const line = { isDead: true, asked: 0 }
  const words = createInstance()
  askForLostWords(words)
  await words
    .use({
      type: 'backend',
      init() {},
      read(_: string, namespace: string, done: (error: Error | null, words: object | null) => void) {
        line.asked++
        const isLost = namespace === 'piles' && line.isDead
        done(isLost ? new Error('Failed to fetch') : null, isLost ? null : { title: 'Devices' })
      },
    })
    .use(initReactI18next)
    .init({ lng: 'en', fallbackLng: 'en', ns: ['common'], defaultNS: 'common', react: { useSuspense: false } })
  vi.useFakeTimers()
  function Title() {
    const { t } = useTranslation('piles')
    return <h1>{t('title')}</h1>
  }
  render(
    <I18nextProvider i18n={words}>
      <Title />
    </I18nextProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  return line
}

const title = () => screen.getByRole('heading').textContent

test('words that were lost are there once the network is back', async () => {
  const line = await started()
  expect(title()).toBe('title')
  line.isDead = false
  await act(async () => {
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(100)
  })
  expect(title()).toBe('Devices')
})

test('a network that does not say that it is back is tried by itself, and not without end once they are there', async () => {
  const line = await started()
  await act(() => vi.advanceTimersByTimeAsync(40_000))
  expect(title()).toBe('title')
  line.isDead = false
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(title()).toBe('Devices')
  const { asked } = line
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(line.asked).toBe(asked)
})
