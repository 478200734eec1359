import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileAddress, thumbnailAddress } from '../../../shared/kit/uploads.ts'
import { API_BASE } from '../api/client.ts'
import { renew } from '../api/renew.ts'
import { readToken } from '../session/token.ts'
import { Icon } from '../ui/icon.tsx'
import css from './upload.module.css'

/** An `<img>` asks with the console's cookie, whose token may have run out meanwhile: true when a new one was had. */
async function renewedFor(address: string): Promise<boolean> {
  const token = readToken()
  if (!token) return false
  const answer = await fetch(address, { method: 'HEAD', headers: { Authorization: `Bearer ${token}` } }).catch(
    () => null,
  )
  return answer?.ok || (answer?.status === 401 && (await renew(token).catch(() => false)))
}

interface Props {
  fileKey: string
  alt: string
  /** The small picture. */
  small?: boolean
  className?: string | undefined
  style?: CSSProperties
}

/** A picture that was uploaded; a sign in its place when it cannot be shown. */
export function FileImage({ fileKey, alt, small, className, style }: Props) {
  const { t } = useTranslation('files')
  const [state, setState] = useState<'first' | 'second' | 'failed'>('first')
  const address = API_BASE + (small ? thumbnailAddress(fileKey) : fileAddress(fileKey))
  async function failed() {
    if (state === 'second') return setState('failed')
    setState((await renewedFor(address)) ? 'second' : 'failed')
  }
  if (state === 'failed')
    return (
      <span className={[css.missing, className].filter(Boolean).join(' ')} role="img" aria-label={t('no_picture')}>
        <Icon name="image" size={24} />
      </span>
    )
  const src = state === 'first' ? address : `${address}?again`
  return (
    <img src={src} alt={alt} className={className} style={style} loading="lazy" decoding="async" onError={failed} />
  )
}
