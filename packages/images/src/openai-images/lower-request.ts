import { WireError, type Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
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

/** The calls of OpenAI's images API for a request; several where the model makes one image a call. */
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
  // Absence means the same as `false`.
  if (draft.stream !== true) {
    delete draft.stream
    delete draft.partialImages
  }
  return splitCount(applyFates(draft, format, fatesOf(profile), context), facts.perCall)
}

/** The request without the caller's spelling, except the key of the end user's id. */
function withoutSpelling(request: ImageRequest): ImageRequest {
  const own = request.extensions?.[format]
  const { images, mask } = request
  if (own === undefined && images === undefined && mask === undefined) return request
  const user = hintOf(request)['user']
  const extension = { ...(user !== undefined && { hint: { user } }), ...(own?.rest !== undefined && { rest: own.rest }) }
  return {
    ...request,
    ...(images !== undefined && { images: images.map(plainInput) }),
    ...(mask !== undefined && { mask: plainInput(mask) }),
    ...(own !== undefined && { extensions: { ...request.extensions, [format]: extension } }),
  }
}

function plainInput(image: ImageInput): ImageInput {
  const own = image.extensions?.[format]
  if (own === undefined) return image
  return { ...image, extensions: { ...image.extensions, [format]: own.rest === undefined ? {} : { rest: own.rest } } }
}

/** Leaves out the delivery for a model without `response_format`. The server then replaces bytes by URLs where the caller wants them. */
function lowerDelivery(draft: Draft<ImageRequest>, facts: ModelFacts): void {
  if (!facts.responseFormat) delete draft.delivery
}

/**
 * Leaves out a fidelity that the model does not take: `auto` and `medium` are left to the model, and without an image every fidelity is
 * meaningless.
 */
function lowerFidelity(draft: Draft<ImageRequest>, { fidelity }: ModelFacts, context: Context): void {
  const asked = draft.fidelity
  if (asked === undefined || (draft.images !== undefined && fidelity.includes(asked))) return
  const known = draft.images !== undefined && fidelity.length > 0
  context.onNotice(notice(known && asked !== 'high' ? 'fidelity-default' : 'fidelity', placeOf(draft, 'fidelity')))
  delete draft.fidelity
}
