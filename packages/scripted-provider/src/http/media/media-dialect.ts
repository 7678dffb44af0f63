import type { Failure, JsonObject } from '@interlingua/core'
import type { Directives } from '../../read-directives.ts'
import type { ValidationError } from '../../shape/validation-error.ts'
import type { DemoRequest } from '../demo-request.ts'
import type { VendorProfile } from '../vendor-profile.ts'

/** A request that was understood and passed all checks. */
export interface MediaJob {
  /** The text that holds the directives. */
  readonly prompt: string
  /** Sends the answer. May throw a Refusal as long as nothing was sent. */
  answer(directives: Directives): void | Promise<void>
}

/** A wire format of embeddings, images or videos, or a part of one. Several dialects may serve a path by different methods. */
export interface MediaDialect extends VendorProfile {
  readonly format: string
  /** The demo models of the dialect, with the method that Google's list shows for each. */
  readonly models: Readonly<Record<string, string>>
  /** True for a path that the dialect serves. */
  serves(path: string): boolean
  /** The HTTP method; absent, POST. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** True for a POST without a body. */
  readonly bodiless?: boolean
  /** Reads a request, whose body is JSON, a form, or `undefined` where there is none. Throws a Misfit or a Refusal. */
  read(body: JsonObject | FormData | undefined, demoRequest: DemoRequest): MediaJob | Promise<MediaJob>
  /** Writes a schema violation in the vendor's wording. */
  phrase(validationError: ValidationError, demo: DemoRequest): Failure
  /** Writes the error for a body that is neither JSON nor an accepted form. */
  refuse(message: string): Failure
}
