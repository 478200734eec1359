import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../../shared/domain/screen/message.ts'
import css from './pile-screen.module.css'
import { QrPicture } from './qr-picture.tsx'

export interface OnScreen {
  text: string
  format: Format
}

const TURN_MS = 4_000
/** Longer ones are smaller. */
const LONG = 90
/** A QR code holds so much at its largest; more is shown as text. */
const MOST_CODE = 400

/** HTML as its words alone: nothing of it is run here. */
const wordsOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''

function Shown({ text, format }: OnScreen) {
  if (format === 'qr_code' && text.length <= MOST_CODE)
    return <QrPicture text={text} label={text} className={css.code} />
  return <span>{format === 'html' ? wordsOf(text) : text}</span>
}

/** A pile's small screen with what it shows, in turn where it is more than one. */
export function PileScreen({ shown, nothing }: { shown: readonly OnScreen[]; nothing: string }) {
  const { t } = useTranslation('screens')
  const [turn, setTurn] = useState(0)
  const count = shown.length
  useEffect(() => {
    if (count < 2) return
    const timer = setInterval(() => setTurn((now) => now + 1), TURN_MS)
    return () => clearInterval(timer)
  }, [count])
  const at = count > 0 ? turn % count : 0
  const now = shown[at]
  return (
    <figure className={css.screen} aria-label={t('screen')}>
      {now?.text ? (
        <div className={css.text} data-format={now.format} data-long={now.text.length > LONG || undefined}>
          <Shown {...now} />
        </div>
      ) : (
        <div className={`${css.text} ${css.nothing}`}>{nothing}</div>
      )}
      <figcaption className={css.foot}>{count > 1 && t('cycle', { at: at + 1, count })}</figcaption>
    </figure>
  )
}
