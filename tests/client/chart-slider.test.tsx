import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { ChartSlider } from '../../src/client/kit/charts/chart-slider.tsx'
import { speak, stage } from './stage.tsx'

/** A chart is gone through by keys, told to anyone who hears it, and pointed at by a finger. */

beforeAll(() => speak())

const DAYS = ['21 Nov', '22 Nov', '23 Nov']
const tipOf = (at: number) => ({ title: DAYS[at] ?? '', lines: [{ label: 'Income', value: `¥ ${at + 1}` }] })
const onEnter = vi.fn()
const onPress = vi.fn()
const placeOf = (element: Element) => Number((element as HTMLElement).dataset.place)

function show() {
  onEnter.mockClear()
  onPress.mockClear()
  stage(
    <ChartSlider
      {...{
        label: 'Income trend',
        summary: '21 Nov – 23 Nov: Income ¥ 6',
        count: DAYS.length,
        tipOf,
        onEnter,
        placeOf,
      }}
      leftOf={(at) => `${at * 10}%`}
    >
      {DAYS.map((day, place) => (
        <button key={day} type="button" data-place={place} onClick={onPress}>
          column {place}
        </button>
      ))}
    </ChartSlider>,
  )
  return screen.getByRole('slider')
}
const told = () => DAYS.filter((day) => screen.queryByText(day))

test('it says what it is of, all of it in short, and one place: the last', () => {
  const slider = show()
  expect(slider.getAttribute('aria-label')).toBe('Income trend. 21 Nov – 23 Nov: Income ¥ 6')
  expect(slider.getAttribute('aria-valuetext')).toBe('23 Nov: Income ¥ 3')
  expect(told()).toEqual([])
})

test('keys go from place to place, no further than the ends, and tell each; Enter follows it', async () => {
  const slider = show()
  slider.focus()
  const steps = [
    ['{ArrowLeft}', '22 Nov'],
    ['{Home}', '21 Nov'],
    ['{ArrowLeft}', '21 Nov'],
    ['{ArrowRight}', '22 Nov'],
    ['{End}', '23 Nov'],
    ['{ArrowRight}', '23 Nov'],
  ] as const
  for (const [key, day] of steps) {
    await userEvent.keyboard(key)
    expect([key, told()]).toEqual([key, [day]])
    expect(slider.getAttribute('aria-valuetext')).toMatch(day)
  }
  await userEvent.keyboard('{Enter}')
  expect(onEnter).toHaveBeenCalledWith(2)
  await userEvent.keyboard('{Escape}')
  expect(told()).toEqual([])
})

test('a finger points first and presses what it pointed at; a mouse presses at once', () => {
  show()
  const press = (place: number, pointerType: string) => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    fireEvent(screen.getByText(`column ${place}`), Object.assign(click, { pointerType }))
  }
  press(0, 'touch')
  expect([told(), onPress.mock.calls.length]).toEqual([['21 Nov'], 0])
  press(1, 'touch')
  expect([told(), onPress.mock.calls.length]).toEqual([['22 Nov'], 0])
  press(1, 'touch')
  expect(onPress).toHaveBeenCalledTimes(1)
  press(2, 'mouse')
  expect(onPress).toHaveBeenCalledTimes(2)
})
