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

const mostSeed = 2_147_483_647

/** The calls of generateContent for a request: one for each image. */
export function lowerRequest(request: ImageRequest, context: Context): readonly ImageRequest[] {
  const profile = readProfile(context.dialect)
  const flat = flattenNative(request, context)
  if (flat.prompt === undefined) refuse(format, flat, 'prompt', 'Field required')
  checkSources(flat, format, ['inline'])
  const draft: Draft<ImageRequest> = { ...flat, count: flat.count ?? 1 }
  delete draft.delivery
  lowerSize(draft, context)
  if (draft.seed !== undefined && draft.seed > mostSeed) refuse(format, draft, 'seed', `must be at most ${mostSeed}`)
  lowerTools(draft, context)
  if (profile.platform === 'vertex') lowerFile(draft)
  return spreadSeeds(splitCount(applyFates(draft, format, fatesOf(profile), context), 1), 1, context)
}

/** Leaves out every tool but web search, which models from the third generation on have. */
function lowerTools(draft: Draft<ImageRequest>, context: Context): void {
  const { tools } = draft
  if (tools === undefined) return
  const searches = context.model?.hostedTools?.includes('web-search') ?? !/gemini-2\./i.test(draft.model)
  const known = searches ? tools.filter((tool) => tool === 'web-search') : []
  if (known.length < tools.length) context.onNotice(notice('tools', placeOf(draft, 'tools')))
  if (known.length > 0) draft.tools = known
  else delete draft.tools
}

function lowerFile(draft: Draft<ImageRequest>): void {
  const { outputFormat, compression } = draft
  if (outputFormat !== undefined && outputFormat !== 'png' && outputFormat !== 'jpeg')
    refuse(format, draft, 'outputFormat', 'the model makes png and jpeg')
  if (compression === undefined || outputFormat === 'jpeg') return
  if (compression < 100) refuse(format, draft, 'compression', 'the model compresses jpeg only')
  delete draft.compression
}
