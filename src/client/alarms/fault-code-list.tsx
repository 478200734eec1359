import { type FaultCode, faultCode } from '../../shared/entities/fault-code.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityList } from '../kit/records/entity-list.tsx'

/** What makers' codes mean; a card says as well that a code of no type is of all. */
export function FaultCodeList() {
  const words = useWords(faultCode)
  return (
    <EntityList
      entity={faultCode}
      cells={{
        pile_type_id: ({ pile_type_id }: FaultCode) => (pile_type_id === null ? words.none('pile_type_id') : null),
      }}
    />
  )
}
