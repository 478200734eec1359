const underWay = new Set<number>()

/** Whether anything is still being sent: what would be saved now would lack it. */
export const isUploading = (): boolean => underWay.size > 0

export const began = (id: number) => void underWay.add(id)
export const ended = (id: number) => void underWay.delete(id)
