import { pointer, type Context, type Pointer, type Draft } from '@interlingua/core'
import { createReporter } from '../create-reporter.ts'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import { splitInputs } from '../split-inputs.ts'
import { textOfInput } from '../text-of-input.ts'
import { ownBox } from '../wire-object.ts'
import { readDialect } from './dialect.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

export const reporter = createReporter(format, fates)

/** Texts, or tokens, of one number of dimensions a call. */
export function lowerRequest(request: EmbedRequest, context: Context): readonly EmbedRequest[] {
  const { batch, tokens, encodings } = readDialect(context.dialect)
  const inputs = request.inputs.map((input, index) => lowerInput(input, input.at ?? pointer('/inputs', index), context))
  reporter.request(request, context)
  const { inputs: _, extensions: _boxes, encoding, ...rest } = request
  const common: Omit<Draft<EmbedRequest>, 'inputs'> = rest
  const box = ownBox(request, format)
  if (box) common.extensions = box
  // What the upstream cannot spell is spelled when the client is answered.
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

/** Dimensions are said once for all, and a list holds texts alone or lists of tokens alone. */
function isAlike(first: EmbedInput, other: EmbedInput): boolean {
  return first.dimensions === other.dimensions && (first.tokens === undefined) === (other.tokens === undefined)
}
