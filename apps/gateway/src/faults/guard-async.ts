import type { Exchange } from '../exchange.ts'
import { refuseError } from './refuse-error.ts'

/** Runs a step of an exchange that waits: whatever it throws is the answer. Never rejects. */
export async function guardAsync(exchange: Exchange, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    refuseError(exchange, error)
  }
}
