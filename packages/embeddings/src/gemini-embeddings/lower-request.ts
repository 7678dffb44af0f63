import { pointer, UnsupportedError, type Context, type Pointer } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { checkTitle } from '../check-title.ts'
import { createReporter, placeOfInput } from '../create-reporter.ts'
import type { EmbedInput, EmbedPart, EmbedRequest } from '../embed-request.ts'
import { notice } from '../notices.ts'
import { splitInputs } from '../split-inputs.ts'
import { hintOf, ownExtension } from '../wire-object.ts'
import { readDialect, type GeminiEmbeddingsDialect } from './dialect.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'
import { encodePart } from './part.ts'
import { usualPlaces } from './settings.ts'

export const reporter = createReporter(format, fates)

/** Lowers into batches, in which each request names the model; one by one if the profile says so. */
export function lowerRequest(request: EmbedRequest, context: Context): readonly EmbedRequest[] {
  const dialect = readDialect(context.dialect)
  const own = request.extensions?.[format] !== undefined
  const inputs = request.inputs.map((input, index) => {
    const at = input.at ?? pointer('/inputs', index)
    checkTitle(format, request, input, index)
    const lowered = lowerInput(input, at, context)
    // A setting in a client's own Google config is Google's to judge.
    if (input.truncate === undefined || own || dialect.server === 'vertex') return lowered
    context.onNotice(notice('truncate', placeOfInput(request, at, input.fields, 'truncate')))
    const { truncate: _, ...rest } = lowered
    return rest
  })
  reporter.request(request, context)
  const { inputs: _, extensions: _extensions, user: _user, ...rest } = request
  const extension = ownExtension(request, format)?.[format]
  const limit = dialect.server === 'vertex' ? 1 : dialect.batch
  return splitInputs(inputs, { inputs: limit }, () => true).map((run) => {
    const single = run.length === 1 && (dialect.single || dialect.server === 'vertex')
    const hint = { method: single ? 'embedContent' : 'batchEmbedContents' }
    const spelled = run.map((input) => withSpelling(input, single, dialect))
    return { ...rest, inputs: spelled, extensions: { [format]: { ...(extension?.rest && { rest: extension.rest }), hint } } }
  })
}

function lowerInput(input: EmbedInput, at: Pointer, context: Context): EmbedInput {
  if (input.tokens !== undefined)
    throw new UnsupportedError(format, at, 'tokens are of the vocabulary of one model, and the target takes text alone')
  const extension = ownExtension(input, format)
  const { extensions: _, parts = [], ...rest } = input
  const lowered: Draft<EmbedInput> = { ...rest, parts: parts.flatMap((part) => lowerPart(part, part.at ?? at, context)) }
  if (lowered.parts?.length === 0)
    throw new UnsupportedError(
      format,
      parts[0]?.at ?? at,
      'the target does not take this part, and this input has no other: add a text part',
    )
  if (extension) lowered.extensions = extension
  return lowered
}

function lowerPart(part: EmbedPart, at: Pointer, context: Context): readonly EmbedPart[] {
  if (encodePart(part) === undefined) {
    context.onNotice(notice('unknown-part', at))
    return []
  }
  if (part.extensions === undefined) return [part]
  const { extensions: _, ...rest } = part
  const extension = ownExtension(part, format)
  return [extension ? { ...rest, extensions: extension } : rest]
}

/** Notes the spelling: each request of a batch names the model, a single one only in the path; Vertex takes settings in the config. */
function withSpelling(input: EmbedInput, single: boolean, { server }: GeminiEmbeddingsDialect): EmbedInput {
  const { rest } = input.extensions?.[format] ?? {}
  const { model: _, places, ...spelling } = hintOf(input, format)
  const told = server === 'vertex' && places === undefined ? inConfig : places
  const hint = { ...spelling, ...(!single && { model: 'models/' }), ...(told !== undefined && { places: told }) }
  return { ...input, extensions: { [format]: { ...(rest && { rest }), hint } } }
}

const inConfig = Object.fromEntries(
  Object.entries(usualPlaces).map(([setting, place]) => [setting, place.includes('/') ? place : `embedContentConfig/${place}`]),
)
