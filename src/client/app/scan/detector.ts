import { loaded } from '../../kit/ui/lazy.ts'
import { mendStartOf } from './code-128-start.ts'

/** Finds a code in a picture: a QR code of a label, or a bar code as makers print IMEIs and serial numbers. */
export interface Detector {
  read: (picture: HTMLCanvasElement) => Promise<string | null>
  /** It reads a bar code only when that lies level. */
  wantsLevel: boolean
}

/** As browsers call them. */
const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13', 'ean_8']

interface OwnDetector {
  detect: (source: HTMLCanvasElement) => Promise<{ rawValue: string }[]>
}
type OwnDetectorClass = (new (options: {
  formats: string[]
}) => OwnDetector) & { getSupportedFormats: () => Promise<string[]> }

/** The browser's own, where it reads all of these. */
async function ownDetector(): Promise<Detector | null> {
  const made = (globalThis as { BarcodeDetector?: OwnDetectorClass }).BarcodeDetector
  const known = (await made?.getSupportedFormats().catch(() => [])) ?? []
  if (!made || !['qr_code', 'code_128', 'code_39'].every((format) => known.includes(format))) return null
  const own = new made({ formats: FORMATS.filter((format) => known.includes(format)) })
  return {
    wantsLevel: false,
    read: async (picture) => {
      const [first] = await own.detect(picture).catch(() => [])
      return first?.rawValue || null
    },
  }
}

/** The decoder of html5-qrcode, which comes only now. Its camera view has no torch or zoom of ours, and styles that our policy forbids. */
async function libraryDetector(): Promise<Detector> {
  const [{ ZXingHtml5QrcodeDecoder }, { BaseLoggger, Html5QrcodeSupportedFormats: format }, zxing] = await loaded(() =>
    Promise.all([
      import('html5-qrcode/esm/zxing-html5-qrcode-decoder.js'),
      import('html5-qrcode/esm/core.js'),
      import('html5-qrcode/third_party/zxing-js.umd.js'),
    ]),
  )
  mendStartOf(zxing.Code128Reader, () => new zxing.NotFoundException())
  const formats = FORMATS.map((name) => format[name.toUpperCase() as keyof typeof format])
  const decoder = new ZXingHtml5QrcodeDecoder(formats, false, new BaseLoggger(false))
  return {
    wantsLevel: true,
    // It throws when it finds none.
    read: async (picture) => {
      try {
        return (await decoder.decodeAsync(picture)).text || null
      } catch {
        return null
      }
    },
  }
}

let made: Promise<Detector> | null = null

/** Made once; what could not be loaded is asked for again. */
export function detector(): Promise<Detector> {
  made ??= ownDetector()
    .then((own) => own ?? libraryDetector())
    .catch((error: unknown) => {
      made = null
      throw error
    })
  return made
}
