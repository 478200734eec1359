import { type QueryFunctionContext, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { alarmView } from '../../shared/endpoints/alarms.ts'
import type { Alarm } from '../../shared/entities/alarm.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { noAnswer } from '../kit/api/failure.ts'
import { isAlarmRow, type Known, type KnownRow, knownRows } from '../offline/known-rows.ts'
import { useStandsIn } from '../offline/use-late.ts'

type View = Data<typeof alarmView>

/** `of_row`: only the row of a list is known of it. */
export type Case = Omit<View, 'today'> & { today: number | null; of_row?: true }

/** What a row says nothing of stays empty, and the page says so. */
function caseOf(row: Alarm): Case {
  const { id, status, raised_at, cleared_at, message } = row
  return {
    alarm: row as unknown as View['alarm'],
    occurrences: [{ id, status, raised_at, cleared_at, message }],
    ...{
      entries: [],
      photos: [],
      tellings: [],
      commands: [],
      meaning: null,
      monitor: null,
      last_time: null,
      site: null,
    },
    ...{ today: null, of_row: true },
  }
}

async function knownCase(id: number, { client, queryKey }: QueryFunctionContext): Promise<Case> {
  const all = (await knownRows()).filter((known): known is Known<KnownRow & Alarm> => isAlarmRow(known.row))
  const known = all.filter(({ row }) => row.id === id).at(-1)
  if (!known) throw noAnswer()
  // The page says how old it is.
  setTimeout(() =>
    client
      .getQueryCache()
      .find({ queryKey })
      ?.setState({ dataUpdatedAt: Date.parse(known.at) }),
  )
  return caseOf(known.row)
}

/** The case as the server says it; until its answer comes, or where none does, as the lists on this device show it. */
export function useKnownCase(id: number, asked: UseQueryResult<View>): UseQueryResult<Case> {
  const stands = useStandsIn(id, asked)
  const known = useQuery({
    queryKey: ['known', 'alarm', id],
    queryFn: (context) => knownCase(id, context),
    meta: { entities: ['alarm'], copy: true },
    enabled: stands,
    staleTime: 0,
    retry: false,
  })
  // That the server is not there is said only when the device knows nothing either.
  return stands && (known.data || (known.isPending && asked.isError)) ? (known as UseQueryResult<Case>) : asked
}
