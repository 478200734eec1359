interface Told<S> {
  status: S
  group?: string | null
  until?: string | null
}

/** What may be told of an idTag (OCPP 1.6, 7.27): with its group any other tag of that ends its transactions. */
export const tagInfo = <S extends string>({ status, group, until }: Told<S>) => ({
  status,
  ...(until && { expiryDate: until }),
  ...(group && { parentIdTag: group }),
})
