import { pointer, type Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { checkTitle } from '../check-title.ts'
import { createReporter } from '../create-reporter.ts'
import type { EmbedInput, EmbedRequest } from '../embed-request.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import { splitInputs } from '../split-inputs.ts'
import { textOfInput } from '../text-of-input.ts'
import { ownExtension } from '../wire-object.ts'
import { readDialect } from './dialect.ts'
import { fates } from './fates.ts'
import { format, longest } from './format.ts'

export const reporter = createReporter(format, fates)

/** Lowers into calls of texts with the same number of dimensions and the same setting of truncation. */
export function lowerRequest(request: EmbedRequest, context: Context): readonly EmbedRequest[] {
  const { batch, tokens } = readDialect(context.dialect)
  const inputs = request.inputs.map((input, index) => {
    checkTitle(format, request, input, index)
    return lowerInput(input, index, context)
  })
  reporter.request(request, context)
  const { inputs: _, extensions: _extensions, user: _user, ...rest } = request
  const extension = ownExtension(request, format)
  return splitInputs(inputs, { inputs: batch, tokens, tokensOf }, isAlike).map((run) => ({
    ...rest,
    inputs: run,
    ...(extension && { extensions: extension }),
  }))
}

function lowerInput(input: EmbedInput, index: number, context: Context): EmbedInput {
  const { extensions: _, parts, ...rest } = input
  const at = input.at ?? pointer('/inputs', index)
  const text = textOfInput(format, input, at, context)
  const lowered: Draft<EmbedInput> = { ...rest, parts: [{ type: 'text', text, at: parts?.[0]?.at ?? at }] }
  const extension = ownExtension(input, format)
  if (extension) lowered.extensions = extension
  return lowered
}

function tokensOf(input: EmbedInput): number {
  const tokens = estimateTokens(input)
  return input.truncate === false ? tokens : Math.min(longest, tokens)
}

function isAlike(first: EmbedInput, other: EmbedInput): boolean {
  return first.dimensions === other.dimensions && first.truncate === other.truncate
}
