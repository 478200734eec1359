import { SchemaSet } from '../every-version/schema-set.ts'
import schemas from './schemas/ocpp2_1.json' with { type: 'json' }

/** OCPP 2.1, edition 1. Each schema is compiled when the first message of its kind comes. */
export const schemas21 = new SchemaSet('OCPP 2.1', schemas)
