import { SchemaSet } from '../every-version/schema-set.ts'
import schemas from './schemas/ocpp1.6.json' with { type: 'json' }

/** OCPP 1.6 and its security extension. */
export const schemas16 = new SchemaSet('OCPP 1.6', schemas)
