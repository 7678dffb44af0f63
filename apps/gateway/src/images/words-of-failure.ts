import { isJsonObject, type Failure } from '@interlingua/core'
import { contextOf, type Exchange } from '../exchange.ts'

/** How a failure is worded within a document, in the client's dialect. */
export function wordsOfFailure(exchange: Exchange, failure: Failure): { readonly code: string; readonly message: string } {
  const { raw: _, ...told } = failure
  const { body } = exchange.edge.adapter.encodeFailure(told, contextOf(exchange))
  const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : {}
  const word = [error['code'], error['status'], error['type']].find((value) => typeof value === 'string')
  return { code: typeof word === 'string' ? word : failure.code, message: failure.message }
}
