import { isInterlinguaError, WireError, type Json, type Pointer, type Turn } from '@interlingua/core'
import { contextOf, type Exchange } from '../exchange.ts'
import { relocateTurns } from './relocate-turns.ts'

/** Kept items as the turns that they stand for. Whatever is wrong with them is so at `place`: the field by which the caller named them. */
export function recallTurns(exchange: Exchange, items: readonly Json[], place: Pointer): readonly Turn[] {
  const { adapter } = exchange.edge
  const context = { ...contextOf(exchange), onNotice: () => {} }
  try {
    const message = { path: '/v1/responses', query: {}, headers: {}, body: { model: exchange.model ?? '', input: items } }
    const { turns } = adapter.decodeRequest(adapter.parseRequest(message, context), context)
    relocateTurns(turns, place)
    return turns
  } catch (error) {
    if (isInterlinguaError(error))
      throw new WireError(adapter.format, place, 'what is kept of the conversation cannot be read', { cause: error })
    throw error
  }
}
