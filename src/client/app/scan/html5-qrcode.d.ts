/** The library says the types of this part beside another folder. */
declare module 'html5-qrcode/esm/zxing-html5-qrcode-decoder.js' {
  export { ZXingHtml5QrcodeDecoder } from 'html5-qrcode/zxing-html5-qrcode-decoder'
}
