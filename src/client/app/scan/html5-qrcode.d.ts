/** The library says the types of these parts beside other folders, or not at all. */
declare module 'html5-qrcode/esm/zxing-html5-qrcode-decoder.js' {
  export { ZXingHtml5QrcodeDecoder } from 'html5-qrcode/zxing-html5-qrcode-decoder'
}
declare module 'html5-qrcode/third_party/zxing-js.umd.js' {
  export const Code128Reader: import('./code-128-start.ts').Code128Reader
  export const NotFoundException: new () => Error
}
