import type { AuditMore } from '../../shared/endpoints/logs.ts'
import type { entities } from '../../shared/entities/index.ts'
import type { Row } from '../../shared/kit/entity.ts'

/** An entry of the log of changes as its list gives it. */
export type Change = Row<typeof entities.audit_entry> & AuditMore
