import type { Failure, JsonObject } from '@interlingua/core'
import type { Directives } from '../../read-directives.ts'
import type { Misfit } from '../../shape/misfit.ts'
import type { Exchange } from '../exchange.ts'
import type { VendorFace } from '../vendor-face.ts'

/** A request that was understood and is not refused. */
export interface MediaJob {
  /** Where the directives stand. */
  readonly prompt: string
  /** Sends the answer. May throw a Refusal as long as nothing was sent. */
  answer(directives: Directives): void | Promise<void>
}

/** One wire format of embeddings, images or videos, or a part of one: several may serve one path by different methods. */
export interface MediaDialect extends VendorFace {
  readonly format: string
  /** The names of its demo models, with the method that Google's list shows for them. */
  readonly models: Readonly<Record<string, string>>
  /** Whether a path is this dialect's own. */
  serves(path: string): boolean
  /** Default POST. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Only for POST: whether there is nothing to be read. */
  readonly bodiless?: boolean
  /** Throws a Misfit or a Refusal. A form where one was sent; `undefined`: a request without a body. */
  read(body: JsonObject | FormData | undefined, exchange: Exchange): MediaJob | Promise<MediaJob>
  /** What does not fit the schema, in the vendor's words. */
  phrase(misfit: Misfit, exchange: Exchange): Failure
  /** A body that is neither JSON nor a form that this dialect takes. */
  refuse(message: string): Failure
}
