import { refuseError } from './refuse-error.ts'
import type { Exchange } from '../exchange.ts'

/** Runs a step of an exchange: whatever it throws is the answer, and a bug of ours is in the log. Steps that wait for something run in it anew. */
export function guard(exchange: Exchange, step: () => void): void {
  try {
    step()
  } catch (error) {
    refuseError(exchange, error)
  }
}
