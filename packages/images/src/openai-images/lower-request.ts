import { WireError, type Context, type Draft } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import { applyFates } from '../apply-fates.ts'
import { checkSources } from '../check-sources.ts'
import { flattenNative } from '../flatten-native.ts'
import type { ImageInput, ImageRequest } from '../image-request.ts'
import { leaveOutStream } from '../leave-out-stream.ts'
import { notice } from '../notices.ts'
import { splitCount } from '../split-count.ts'
import { fatesOf } from './fates.ts'
import { format, hintOf } from './format.ts'
import { lowerSize } from './lower-size.ts'
import { modelFacts, type ModelFacts } from './model-facts.ts'
import { readProfile } from './profile.ts'

/** The calls that OpenAI's images API takes for this wish: several where the model makes one image a call. */
export function lowerRequest(request: ImageRequest, context: Context): readonly ImageRequest[] {
  const profile = readProfile(context.dialect)
  const facts = modelFacts(request.model, profile)
  const flat = flattenNative(request, context)
  if (flat.prompt === undefined) throw new WireError(format, placeOf(flat, 'prompt'), 'Field required')
  checkSources(flat, format, ['inline', 'url', format])
  const draft: Draft<ImageRequest> = { ...withoutSpelling(flat) }
  lowerSize(draft, facts, profile)
  lowerDelivery(draft, facts)
  lowerFidelity(draft, facts, context)
  if (!facts.streams) leaveOutStream(draft, context)
  // What the model does anyway.
  if (draft.stream !== true) {
    delete draft.stream
    delete draft.partialImages
  }
  return splitCount(applyFates(draft, format, fatesOf(profile), context), facts.perCall)
}

/** How the caller spelled things is no business of an upstream, the key of the end user's id aside. */
function withoutSpelling(request: ImageRequest): ImageRequest {
  const own = request.extensions?.[format]
  const { images, mask } = request
  if (own === undefined && images === undefined && mask === undefined) return request
  const user = hintOf(request)['user']
  const box = { ...(user !== undefined && { hint: { user } }), ...(own?.rest !== undefined && { rest: own.rest }) }
  return {
    ...request,
    ...(images !== undefined && { images: images.map(plainInput) }),
    ...(mask !== undefined && { mask: plainInput(mask) }),
    ...(own !== undefined && { extensions: { ...request.extensions, [format]: box } }),
  }
}

function plainInput(image: ImageInput): ImageInput {
  const own = image.extensions?.[format]
  if (own === undefined) return image
  return { ...image, extensions: { ...image.extensions, [format]: own.rest === undefined ? {} : { rest: own.rest } } }
}

/** Whoever asked for URLs of a model that has none gets them from whoever hosts the results. */
function lowerDelivery(draft: Draft<ImageRequest>, facts: ModelFacts): void {
  if (!facts.responseFormat) delete draft.delivery
}

/** There are two levels here; `auto` and `medium` are left to the model. Without an image there is nothing to be faithful to. */
function lowerFidelity(draft: Draft<ImageRequest>, { fidelity }: ModelFacts, context: Context): void {
  const asked = draft.fidelity
  if (asked === undefined || (draft.images !== undefined && fidelity.includes(asked))) return
  const known = draft.images !== undefined && fidelity.length > 0
  context.onNotice(notice(known && asked !== 'high' ? 'fidelity-default' : 'fidelity', placeOf(draft, 'fidelity')))
  delete draft.fidelity
}
