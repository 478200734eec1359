import type pg from 'pg'
import { topUp } from '../../shared/endpoints/customers.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import { openClientApp } from './client-app.ts'

/** The demo's cash desk: a program of another party. */
export interface CashDesk {
  /** Takes money from a customer; refused as any client app's call would be. */
  take(payment: Body<typeof topUp>): Promise<void>
}

const ABOUT = {
  name: 'Cash desk',
  remark: 'Takes money from customers who run low',
  permissions: [topUp.permission],
}

/** Opens the desk of a server that runs. `api` is its address: `http://127.0.0.1:8080/api`. */
export async function openCashDesk(pool: pg.Pool, api: string): Promise<CashDesk> {
  const app = await openClientApp(pool, api, ABOUT)
  return {
    async take(payment) {
      await app.call(topUp.path, payment)
    },
  }
}
