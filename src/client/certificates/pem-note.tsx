import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../kit/fields/draft.ts'

const PEM = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/

/** Browsers count no hashes on a plain address: the record says it once it is saved. */
async function fingerprint(pem: string): Promise<string | null> {
  const body = PEM.exec(pem)?.[1]?.replace(/\s/g, '')
  if (!body || !window.isSecureContext) return null
  try {
    const der = Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0))
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', der))
    return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}

/** The fingerprint of what is being entered, to be compared before anything is sent. */
export function PemNote({ draft }: { draft: Draft }) {
  const { t } = useTranslation('certificates')
  const [value, setValue] = useState<string | null>(null)
  const pem = typeof draft.pem === 'string' ? draft.pem : ''
  useEffect(() => {
    let current = true
    void fingerprint(pem).then((found) => current && setValue(found))
    return () => {
      current = false
    }
  }, [pem])
  return value ? <small style={{ overflowWrap: 'anywhere' }}>{t('shown_fingerprint', { value })}</small> : null
}
