import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from '../image-request.ts'
import { leaveOut } from '../leave-out.ts'
import { notice } from '../notices.ts'
import { refuse } from '../refuse.ts'
import { isLegalNegative, isSeed } from './check-values.ts'
import { format } from './format.ts'
import type { Family } from './models.ts'
import { isOwn, parameterOf } from './native.ts'

/** Leaves out the options that the family lacks, refuses values that DashScope would refuse, and switches off the watermark by default. */
export function lowerOptions(draft: Draft<ImageRequest>, family: Family, context: Context): void {
  const { seed, negativePrompt } = draft
  if (seed !== undefined && !isSeed(seed)) refuse(format, draft, 'seed', 'expected a whole number from 0 to 2147483647')
  if (!isLegalNegative(negativePrompt)) refuse(format, draft, 'negativePrompt', 'expected at most 500 characters')
  if (negativePrompt === '') delete draft.negativePrompt
  else if (!family.negativePrompt) leaveOut(draft, 'negativePrompt', 'negative-prompt', context)
  lowerRewrite(draft, family, context)
  if (draft.watermark === undefined && parameterOf(draft, 'watermark') === undefined && !isOwn(draft)) draft.watermark = false
}

/** Lowers rewriting to on or off; the model chooses the mode. */
function lowerRewrite(draft: Draft<ImageRequest>, family: Family, context: Context): void {
  const { promptRewrite: rewrite } = draft
  if (rewrite === undefined) return
  const { enabled, mode } = rewrite
  if (mode !== undefined && mode !== 'standard' && mode !== 'fast')
    refuse(format, draft, 'promptRewrite', 'expected the mode standard or fast')
  if (!family.promptExtend || (enabled === undefined && mode === undefined)) {
    leaveOut(draft, 'promptRewrite', 'prompt-rewrite', context)
    return
  }
  if (mode !== undefined) context.onNotice(notice('prompt-rewrite-mode', placeOf(draft, 'promptRewrite')))
  draft.promptRewrite = { enabled: enabled ?? true }
}
