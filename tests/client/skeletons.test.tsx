import { beforeAll, expect, test } from 'vitest'
import { PageSkeleton, ShellSkeleton } from '../../src/client/app/shell/page-skeleton.tsx'
import { speak, stage } from './stage.tsx'

beforeAll(() => speak())

const kindOf = (path: string) => {
  const { container, unmount } = stage(<PageSkeleton />, { path })
  const parts = [...(container.firstElementChild?.children ?? [])].map(({ className }) => className)
  unmount()
  return parts.join(' ')
}

test('what stands in for a page is shaped as the page that follows', () => {
  expect(kindOf('/dashboard')).toMatch(/figures.*columns/)
  expect(kindOf('/device/chargingPoint')).toMatch(/chips.*card/)
  expect(kindOf('/device/chargingPoint/12')).not.toMatch(/chips/)
})

test('what stands in for the console has its menu and its bars', () => {
  const wide = stage(<ShellSkeleton />, { path: '/dashboard' })
  expect(wide.container.querySelector('[class*=side]')).toBeTruthy()
  wide.unmount()
  const phone = stage(<ShellSkeleton />, { path: '/dashboard', screen: 'phone' })
  expect(phone.container.querySelector('[class*=side]')).toBeNull()
  expect(phone.container.querySelector('[class*=bottom]')).toBeTruthy()
})
