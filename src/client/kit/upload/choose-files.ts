interface Wanted {
  /** Kinds of file, as an input takes them: `image/*`. */
  accept?: string
  one?: boolean
}

/** Opens the device's own window for choosing files; nothing when the person thinks again. */
export const chooseFiles = ({ accept = '', one = false }: Wanted = {}): Promise<File[]> =>
  new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = !one
    input.accept = accept
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
