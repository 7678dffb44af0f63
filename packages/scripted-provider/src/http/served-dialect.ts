import type { Failure, Format, GenerateRequest, GenerateResponse, JsonObject, WireMessage } from '@interlingua/core'
import type { ChatDialect } from '../compat/chat-dialects.ts'
import type { Directives } from '../read-directives.ts'
import type { Exchange } from './exchange.ts'
import type { StreamScript } from '../stream-script.ts'
import type { VendorFace } from './vendor-face.ts'

/** What a path asks for: an answer, a count, or something that the dialect serves by itself; `unknown` is below a path of its own. */
export type Errand = 'generate' | 'count' | 'own' | 'unknown'

/** A request that fits its schema, and all that follows from it. */
export interface Understood {
  readonly request: GenerateRequest
  /** What the vendor refuses in a request that fits its schema. */
  check(): Failure | undefined
  /** Makes what the script cannot: its images. */
  illustrate?(response: GenerateResponse, directives: Directives): Promise<Illustrated | Refused>
  writeDocument(answer: Answer): unknown
  openStream(answer: Answer): StreamScript
}

/** Why the vendor would refuse a request. */
export interface Refused {
  readonly failure: Failure
}

/** An answer whose images are painted. */
export interface Illustrated {
  readonly response: GenerateResponse
  /** A coarser image that was thought of before, in base64. */
  readonly draft?: string
}

/** Everything that an answer is printed from, beside the request. */
export interface Answer {
  readonly response: GenerateResponse
  readonly directives: Directives
  /** An image that was thought of before the answer's own. */
  readonly draft?: string
  /** Deviations of chat-compatible servers. */
  readonly flags: ReadonlySet<ChatDialect>
}

/** One wire format that the demo serves. */
export interface ServedDialect extends VendorFace {
  readonly format: Format
  /** The name of its demo model. */
  readonly model: string
  /** Further names in the model list. */
  readonly otherModels?: readonly string[]
  readonly caching: 'explicit' | 'implicit'
  /** What a path asks of this dialect; `undefined`: nothing. */
  route(path: string, method: string): Errand | undefined
  /** Whether a request to nobody's path was probably meant for this vendor: by a header that only its clients send. */
  isMeant(headers: Readonly<Record<string, string>>): boolean
  read(message: WireMessage<unknown>, exchange: Exchange): Understood | Refused
  readCount?(message: WireMessage<unknown>, exchange: Exchange): Pick<Understood, 'request' | 'check'> | Refused
  writeCount?(tokens: number, exchange: Exchange): JsonObject
  /** Answers what is neither a request to generate nor a count. */
  serveOwn?(exchange: Exchange, dialect: ServedDialect): void | Promise<void>
}
