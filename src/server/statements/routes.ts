import type { FastifyInstance } from 'fastify'
import {
  type StatementAsked,
  sendStatement,
  showStatement,
  statementWorkbook,
} from '../../shared/endpoints/statements.ts'
import { audit } from '../kit/audit.ts'
import { atOneMoment } from '../kit/database/moment.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { serveFile } from '../kit/serve-file.ts'
import { say } from '../kit/words.ts'
import { deliver, monthBefore } from './deliver.ts'
import type { StatementPorts } from './ports.ts'
import { statementOf } from './statement.ts'
import { workbookOf, XLSX } from './workbook.ts'

/** One of the two is named: the call's own check sees to it. */
const namedBy = ({ merchant_id, site_id, month }: StatementAsked) =>
  merchant_id
    ? { of: 'merchant' as const, id: merchant_id, month }
    : { of: 'site' as const, id: site_id as number, month }

export function statementRoutes(app: FastifyInstance, ports: StatementPorts): void {
  serve(app, sendStatement, async ({ id }, { db }) => {
    if (!(await deliver(db, ports, { id, month: monthBefore(new Date()), once: false }))) throw notFound()
    return null
  })

  serve(app, showStatement, (asked, { db, person }) =>
    atOneMoment(db, (trx) => statementOf({ db: trx, person }, namedBy(asked))),
  )

  serveFile(app, statementWorkbook, async (asked, context) => {
    const { person, language } = context
    const named = namedBy(asked)
    const { statement, content } = await atOneMoment(context.db, async (db) => {
      const found = await statementOf({ db, person }, named)
      return { statement: found, content: await workbookOf({ db, person }, found, language) }
    })
    const { of, id, month } = named
    await audit(context.db, context, {
      action: 'export',
      entity: of,
      entity_id: id,
      before: null,
      after: { statement: month },
    })
    const title = say(language, { key: 'statements:title' })
    return { name: `${title} ${statement.party.name} ${month}.xlsx`, type: XLSX, content }
  })
}
