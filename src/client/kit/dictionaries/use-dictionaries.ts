import { useEffect } from 'react'
import { dictionaryGet } from '../../../shared/endpoints/dictionary-values.ts'
import { useCall } from '../api/queries.ts'
import { holdDictionaries } from './dictionaries.ts'

/** Asks once after the sign-in what the operator made of its dictionaries, and again when the live channel says that it changed. */
export function useDictionaries(signedIn: boolean) {
  const { data } = useCall(
    dictionaryGet,
    {},
    { entities: ['dictionary'], enabled: signedIn, offline: true, beside: true },
  )
  useEffect(() => {
    if (data) holdDictionaries(data)
  }, [data])
}
