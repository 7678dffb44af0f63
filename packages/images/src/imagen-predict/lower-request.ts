import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import { applyFates } from '../apply-fates.ts'
import { checkSources } from '../check-sources.ts'
import { flattenNative } from '../flatten-native.ts'
import type { ImageRequest } from '../image-request.ts'
import { notice } from '../notices.ts'
import { refuse } from '../refuse.ts'
import { splitCount } from '../split-count.ts'
import { spreadSeeds } from '../spread-seeds.ts'
import { fatesOf } from './fates.ts'
import { format } from './format.ts'
import { lowerSize } from './lower-size.ts'
import { readProfile } from './profile.ts'

const perCall = 4

/**
 * The calls of `:predict` for a request, with at most four images each and always with their number. Imagen makes images from text alone.
 */
export function lowerRequest(request: ImageRequest, context: Context): readonly ImageRequest[] {
  const profile = readProfile(context.dialect)
  const flat = flattenNative(request, context)
  if (flat.prompt === undefined) refuse(format, flat, 'prompt', 'Field required')
  checkSources(flat, format, [])
  const draft: Draft<ImageRequest> = { ...flat, count: flat.count ?? 1 }
  delete draft.delivery
  lowerSize(draft)
  lowerFile(draft)
  lowerPrompt(draft, context)
  if (profile.platform !== 'gemini') lowerSeed(draft, context)
  return spreadSeeds(splitCount(applyFates(draft, format, fatesOf(profile), context), perCall), perCall, context)
}

function lowerFile(draft: Draft<ImageRequest>): void {
  const { outputFormat, compression } = draft
  if (outputFormat !== undefined && outputFormat !== 'png' && outputFormat !== 'jpeg')
    refuse(format, draft, 'outputFormat', 'the model makes png and jpeg')
  if (compression !== undefined && outputFormat !== 'jpeg') {
    // The full quality is also the quality of other formats.
    if (compression < 100) refuse(format, draft, 'compression', 'the model compresses jpeg only')
    delete draft.compression
  }
}

/** Lowers rewriting to on or off, without a mode. */
function lowerPrompt(draft: Draft<ImageRequest>, context: Context): void {
  const { promptRewrite } = draft
  if (promptRewrite?.mode === undefined) return
  context.onNotice(notice('prompt-rewrite-mode', placeOf(draft, 'promptRewrite')))
  draft.promptRewrite = { enabled: promptRewrite.enabled ?? true }
}

/** Switches off the watermark beside a seed: Imagen refuses a seed beside its watermark, which is on by default. */
function lowerSeed(draft: Draft<ImageRequest>, context: Context): void {
  if (draft.seed === undefined || draft.extensions?.[format] !== undefined || draft.watermark === false) return
  if (draft.watermark === true) refuse(format, draft, 'seed', 'the model takes no seed beside a watermark')
  context.onNotice(notice('watermark-off', placeOf(draft, 'seed')))
  draft.watermark = false
}
