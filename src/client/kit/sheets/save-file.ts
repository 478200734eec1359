import { type FileCall, fetchFile, fileNameOf } from '../api/file.ts'

/** Asks for a file and saves it under the server's name for it. Throws a `Failure` in the person's words. */
export async function fetchAndSave(call: FileCall): Promise<void> {
  const response = await fetchFile(call)
  saveFile(new File([await response.blob()], fileNameOf(response)))
}

/** Lets the browser save a file under its name. */
export function saveFile(file: File) {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: file.name })
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Phones hand files on to other programs; most desktops cannot. */
export const canShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false

/** Closing the phone's own sheet is no failure. */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: file.name })
  } catch (error) {
    if ((error as Error).name !== 'AbortError') saveFile(file)
  }
}
