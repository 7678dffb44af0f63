import { pointer, type Context, type Pointer } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { createReporter } from '../create-reporter.ts'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import { splitInputs } from '../split-inputs.ts'
import { textOfInput } from '../text-of-input.ts'
import { ownExtension } from '../wire-object.ts'
import { readDialect } from './dialect.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

export const reporter = createReporter(format, fates)

/** Lowers into calls of texts or tokens, each with one number of dimensions. */
export function lowerRequest(request: EmbedRequest, context: Context): readonly EmbedRequest[] {
  const { batch, tokens, encodings } = readDialect(context.dialect)
  const inputs = request.inputs.map((input, index) => lowerInput(input, input.at ?? pointer('/inputs', index), context))
  reporter.request(request, context)
  const { inputs: _, extensions: _extensions, encoding, ...rest } = request
  const common: Omit<Draft<EmbedRequest>, 'inputs'> = rest
  const extension = ownExtension(request, format)
  if (extension) common.extensions = extension
  // An encoding that the upstream lacks is produced when the client gets its response.
  if (encoding !== undefined && encodings.includes(encoding)) common.encoding = encoding
  return splitInputs(inputs, { inputs: batch, tokens, tokensOf: estimateTokens }, isAlike).map((run) => ({ ...common, inputs: run }))
}

function lowerInput(input: EmbedInput, at: Pointer, context: Context): EmbedInput {
  const lowered: Draft<EmbedInput> = { at }
  if (input.tokens !== undefined) lowered.tokens = input.tokens
  else lowered.parts = [{ type: 'text', text: textOfInput(format, input, at, context), at }]
  if (input.dimensions !== undefined) lowered.dimensions = input.dimensions
  return lowered
}

/** True if inputs fit one call: dimensions are set once for all, and a list holds only texts or only token lists. */
function isAlike(first: EmbedInput, other: EmbedInput): boolean {
  return first.dimensions === other.dimensions && (first.tokens === undefined) === (other.tokens === undefined)
}
