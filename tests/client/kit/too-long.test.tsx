import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { DecisionDialog, Remark } from '../../../src/client/kit/ui/decision-dialog.tsx'
import { Input } from '../../../src/client/kit/ui/input.tsx'
import { speak, stage } from '../stage.tsx'

beforeAll(() => speak())

const user = userEvent.setup()

function Asked({ onDecide }: { onDecide: () => void }) {
  const [remark, setRemark] = useState('')
  return (
    <DecisionDialog title="Hand over" action="Hand over" onDecide={onDecide} onClose={() => {}}>
      <Remark label="Remark" hint="Optional" value={remark} onChange={setRemark} />
    </DecisionDialog>
  )
}

const press = () => user.click(screen.getByRole('button', { name: 'Hand over', hidden: true }))

test('what is pasted stays whole; what is too much is said at the field, and nothing is sent until it fits', async () => {
  const decide = vi.fn()
  stage(<Asked onDecide={decide} />)
  const remark = screen.getByLabelText<HTMLTextAreaElement>('Remark')
  await user.click(remark)
  await user.paste('x'.repeat(399))
  expect(screen.queryByText(/of 500/)).toBeNull()
  await user.paste('x')
  expect(screen.getByText('400 of 500')).toBeTruthy()
  await user.paste('x'.repeat(112))
  expect(remark.value).toHaveLength(512)
  expect(remark.getAttribute('aria-invalid')).toBe('true')
  const problem = screen.getByText('At most 500 characters, 12 too many.')
  expect(remark.getAttribute('aria-describedby')?.split(' ')).toContain(problem.id)
  await press()
  expect(decide).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(remark)
  await user.keyboard('{Backspace>12}')
  await press()
  expect(decide).toHaveBeenCalledOnce()
})

test('a form of the browser’s own checks is not sent either', async () => {
  const send = vi.fn((event: React.FormEvent) => event.preventDefault())
  function Form() {
    const [text, setText] = useState('')
    return (
      <form onSubmit={send}>
        <Input aria-label="Code" maxLength={6} value={text} onChange={(event) => setText(event.target.value)} />
        <button type="submit">Send</button>
      </form>
    )
  }
  stage(<Form />)
  const code = screen.getByLabelText<HTMLInputElement>('Code')
  await user.click(code)
  await user.paste('1234567')
  await user.click(screen.getByText('Send'))
  expect(send).not.toHaveBeenCalled()
  expect(code.validationMessage).toBe('At most 6 characters, 1 too many.')
  await user.type(code, '{Backspace}')
  await user.click(screen.getByText('Send'))
  expect(send).toHaveBeenCalledOnce()
})
