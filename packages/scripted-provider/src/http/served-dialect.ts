import type { Failure, Format, GenerateRequest, GenerateResponse, JsonObject, WireMessage } from '@interlingua/core'
import type { ChatDialect } from '../compat/chat-dialects.ts'
import type { Directives } from '../read-directives.ts'
import type { DemoRequest } from './demo-request.ts'
import type { StreamScript } from '../stream-script.ts'
import type { VendorProfile } from './vendor-profile.ts'

/**
 * The kind of a request by its path: an answer, a count, or another task of the dialect; `unknown` is a path below one of the dialect's
 * own.
 */
export type Errand = 'generate' | 'count' | 'own' | 'unknown'

/** A request that fits its schema, with everything derived from it. */
export interface Understood {
  readonly request: GenerateRequest
  /** The vendor's refusal of a request that fits its schema; `undefined` for a legal one. */
  check(): Failure | undefined
  /** Makes the images of an answer, which the script cannot. */
  illustrate?(response: GenerateResponse, directives: Directives): Promise<Illustrated | Refused>
  writeDocument(answer: Answer): unknown
  openStream(answer: Answer): StreamScript
}

/** The reason for which the vendor would refuse a request. */
export interface Refused {
  readonly failure: Failure
}

/** An answer with its images. */
export interface Illustrated {
  readonly response: GenerateResponse
  /** A coarser image in base64 that appears as a thought. */
  readonly draft?: string
}

/** The parts of an answer that are needed to print it, beside the request. */
export interface Answer {
  readonly response: GenerateResponse
  readonly directives: Directives
  /** A coarser image in base64 that appears as a thought. */
  readonly draft?: string
  /** The deviations of a chat-compatible server. */
  readonly flags: ReadonlySet<ChatDialect>
}

/** A wire format that the demo serves. */
export interface ServedDialect extends VendorProfile {
  readonly format: Format
  /** The name of the demo model. */
  readonly model: string
  /** Further names in the list of models. */
  readonly otherModels?: readonly string[]
  /** The kind of a request by its path; `undefined` for a path that the dialect does not serve. */
  route(path: string, method: string): Errand | undefined
  /** True for an unknown path whose headers are those of this vendor's clients. */
  isMeant(headers: Readonly<Record<string, string>>): boolean
  read(message: WireMessage<unknown>, demoRequest: DemoRequest): Understood | Refused
  readCount?(message: WireMessage<unknown>, demoRequest: DemoRequest): Pick<Understood, 'request' | 'check'> | Refused
  writeCount?(tokens: number, demoRequest: DemoRequest): JsonObject
  /** Serves a request that is neither to generate nor to count. */
  serveOwn?(demoRequest: DemoRequest, dialect: ServedDialect): void | Promise<void>
}
