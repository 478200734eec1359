import { SchemaSet } from '../every-version/schema-set.ts'
import schemas from './schemas/ocpp2_0_1.json' with { type: 'json' }

/** OCPP 2.0.1. Each schema is compiled when the first message of its kind comes. */
export const schemas201 = new SchemaSet('OCPP 2.0.1', schemas)
