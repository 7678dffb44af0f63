import type { Context } from '@interlingua/core'
import { contextOf, type Exchange } from '../exchange.ts'

/** The context of a second look at an answer: nobody is told what is found in it. */
export function unheard(exchange: Exchange): Context {
  return { ...contextOf(exchange), onNotice: () => {} }
}
