import { fireEvent, screen as shown, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keepTokens, readToken } from '../../../src/client/kit/session/token.ts'
import { FileImage } from '../../../src/client/kit/upload/file-image.tsx'
import { speak, stage } from '../stage.tsx'

const KEY = 'a'.repeat(32)

beforeAll(() => speak())
beforeEach(() => keepTokens('stale', 'refresh', false))
afterEach(() => vi.unstubAllGlobals())

/** A server whose tokens are these; it renews one while `renews`. */
function server({ good, renews }: { good: string; renews: boolean }) {
  vi.stubGlobal('fetch', async (input: string | URL | globalThis.Request, init: RequestInit = {}) => {
    if (String(input).includes('/site/refresh')) {
      const data = renews ? { access_token: 'fresh', refresh_token: 'next' } : null
      return Response.json({ code: renews ? 200 : 401, message: '', data }, { status: renews ? 200 : 401 })
    }
    const { authorization } = Object.fromEntries(new Headers(init.headers))
    return new Response(null, { status: authorization === `Bearer ${good}` ? 200 : 401 })
  })
}

test('a picture that the token was too old for is asked for again with a new one', async () => {
  server({ good: 'fresh', renews: true })
  stage(<FileImage fileKey={KEY} alt="gate" small />)
  const image = shown.getByAltText('gate')
  expect(image.getAttribute('src')).toBe(`/api/files/${KEY}/thumbnail`)
  fireEvent.error(image)
  await waitFor(() => expect(image.getAttribute('src')).toBe(`/api/files/${KEY}/thumbnail?again`))
  expect(readToken()).toBe('fresh')
})

test('one that cannot be had is a sign, not a hole', async () => {
  server({ good: 'none', renews: false })
  stage(<FileImage fileKey={KEY} alt="gate" />)
  fireEvent.error(shown.getByAltText('gate'))
  expect(await shown.findByLabelText('The picture cannot be shown')).toBeTruthy()
})
