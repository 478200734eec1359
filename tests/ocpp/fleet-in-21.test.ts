import { alsoIn } from './spoken.ts'

await alsoIn('ocpp2.1', './fleet-201.test.ts')
