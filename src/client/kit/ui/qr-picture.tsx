import type { CSSProperties } from 'react'
import { qrPath } from './qr-path.ts'

interface Shown {
  /** What a telephone reads. */
  text: string
  /** What it is, for those who do not see it. */
  label: string
  className?: string | undefined
  style?: CSSProperties
  /** It is read no more. */
  dim?: boolean
}

/** A text as a QR code. The class says how large and how dark. */
export function QrPicture({ text, label, className, style, dim }: Shown) {
  const { path, side } = qrPath(text)
  return (
    <svg
      className={className}
      style={style}
      data-dim={dim || undefined}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
