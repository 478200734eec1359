import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { Dialog } from '../../../src/client/kit/ui/dialog.tsx'
import { speak, stage } from '../stage.tsx'

beforeAll(() => speak())

const nobody = () => {}

test('a dialog takes no look from where it is asked for: it lies in no card and in no other dialog', async () => {
  stage(
    <article>
      <Dialog title="Scan" bare onClose={nobody}>
        <Dialog title="Adopt" small onClose={nobody}>
          Its password stays.
        </Dialog>
      </Dialog>
    </article>,
  )
  const adopt = await screen.findByRole('dialog', { name: 'Adopt', hidden: true })
  expect(adopt.parentElement?.closest('dialog, article')).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Scan', hidden: true }).closest('article')).toBeNull()
})
