import type { Exchange } from '../exchange.ts'
import { StoreError } from '../store/store-error.ts'
import { notice } from './notices.ts'

/**
 * Keeps what a good answer leaves behind. False where the store cannot be written: the answer is paid for, and is given all the same, with a
 * notice. Rejects with what else is thrown.
 */
export async function keepAnswer(exchange: Exchange, keep: () => Promise<void>): Promise<boolean> {
  try {
    await keep()
    return true
  } catch (error) {
    // What was asked to be deleted is not, where the store cannot be written: that is a failure, and was not paid for.
    if (!(error instanceof StoreError) || exchange.request.method === 'DELETE') throw error
    exchange.gateway.log.write('error', 'store', { problem: 'an answer was given that could not be stored', id: exchange.requestId })
    exchange.onNotice(notice('not-stored', '/store'))
    return false
  }
}
