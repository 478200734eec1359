import { screen as shown, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { Dialog } from '../../../src/client/kit/ui/dialog.tsx'
import { OwnAddress } from '../../../src/client/kit/ui/navigation-blocker.ts'
import { speak, stage } from '../stage.tsx'

beforeAll(() => speak())

function Asking({ title, children }: { title: string; children?: React.ReactNode }) {
  const [open, setOpen] = useState(true)
  return open ? (
    <Dialog title={title} onClose={() => setOpen(false)}>
      {children}
    </Dialog>
  ) : null
}

/** At /list, with one page before it to go back to. */
async function open(element: React.ReactNode) {
  const { router } = stage(
    <Routes>
      <Route path="/" element={<Link to="/list">on</Link>} />
      <Route path="/list" element={element} />
    </Routes>,
  )
  await router.navigate('/list')
  return router
}
const isOpen = (name: string) => shown.queryByRole('dialog', { name }) !== null

test('going back closes what lies on top, one after the other, and only then leaves the page', async () => {
  const router = await open(
    <Asking title="Below">
      <Asking title="Above" />
    </Asking>,
  )
  await shown.findByRole('dialog', { name: 'Above' })
  await router.navigate(-1)
  await waitFor(() => expect(isOpen('Above')).toBe(false))
  expect(isOpen('Below')).toBe(true)
  await router.navigate(-1)
  await waitFor(() => expect(isOpen('Below')).toBe(false))
  expect(router.state.location.pathname).toBe('/list')
  await router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('a link in a dialog leads on at once', async () => {
  const router = await open(<Asking title="Above" />)
  await shown.findByRole('dialog', { name: 'Above' })
  await router.navigate('/')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('a dialog with an address of its own is left like any page, what it opened is closed first', async () => {
  const router = await open(
    <OwnAddress value={true}>
      <Asking title="Form">
        <Asking title="Question" />
      </Asking>
    </OwnAddress>,
  )
  await shown.findByRole('dialog', { name: 'Question' })
  await router.navigate(-1)
  await waitFor(() => expect(isOpen('Question')).toBe(false))
  expect(isOpen('Form')).toBe(true)
  await router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
