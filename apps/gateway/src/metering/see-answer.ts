import type { Exchange } from '../exchange.ts'
import type { AnswerSample } from './evidence.ts'

/**
 * From now on there is something to guess an answer by. A new object is made for that: V8 keeps a function that an object gets as one more
 * property, with all that it refers to, until the next full collection. Of a request that passed unread that was everything.
 */
export function seeAnswer(exchange: Exchange, answer: () => AnswerSample): void {
  const { evidence } = exchange
  if (evidence) exchange.evidence = { input: evidence.input, answer }
}
