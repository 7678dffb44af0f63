import type { Context } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import { placeOf } from '@interlingua/adapter-kit'
import type { ImageRequest } from '../image-request.ts'
import { leaveOutStream } from '../leave-out-stream.ts'
import { leaveOut } from '../leave-out.ts'
import { notice } from '../notices.ts'
import { refuse } from '../refuse.ts'
import { format } from './format.ts'
import type { Limits } from './limits.ts'

const mostSeed = 2_147_483_647

/** Leaves out the options that the model lacks, and refuses values that Ark would refuse. */
export function lowerOptions(draft: Draft<ImageRequest>, limits: Limits, context: Context): void {
  lowerSeed(draft, limits, context)
  const { guidance } = draft
  if (!limits.guidance) leaveOut(draft, 'guidance', 'guidance', context)
  else if (guidance !== undefined && !(guidance >= 1 && guidance <= 10)) refuse(format, draft, 'guidance', 'expected 1 to 10')
  if (!limits.stream) leaveOutStream(draft, context)
  lowerFile(draft, limits, context)
  lowerRewrite(draft, limits, context)
  lowerTools(draft, limits, context)
  // Ark adds a watermark by default, which a caller of another dialect does not expect.
  if (draft.watermark === undefined && draft.extensions?.[format] === undefined) draft.watermark = false
}

function lowerSeed(draft: Draft<ImageRequest>, limits: Limits, context: Context): void {
  const { seed } = draft
  if (seed === undefined) return
  if (!Number.isInteger(seed) || seed < -1 || seed > mostSeed) refuse(format, draft, 'seed', `expected a whole number up to ${mostSeed}`)
  if (!limits.seed) leaveOut(draft, 'seed', 'seed', context)
}

function lowerFile(draft: Draft<ImageRequest>, limits: Limits, context: Context): void {
  const wanted = draft.outputFormat
  if (wanted === undefined || limits.outputFormats.includes(wanted)) return
  if (limits.outputFormats.length === 0 && wanted === 'jpeg') delete draft.outputFormat // the model's only format
  else leaveOut(draft, 'outputFormat', 'output-format', context)
}

function lowerRewrite(draft: Draft<ImageRequest>, limits: Limits, context: Context): void {
  const { promptRewrite: rewrite } = draft
  if (rewrite === undefined) return
  const { enabled, mode } = rewrite
  if (mode !== undefined && mode !== 'standard' && mode !== 'fast')
    refuse(format, draft, 'promptRewrite', 'expected the mode standard or fast')
  // Ark has no value that switches rewriting off.
  if (enabled === false || limits.rewrites.length === 0 || (enabled === undefined && mode === undefined)) {
    leaveOut(draft, 'promptRewrite', 'prompt-rewrite', context)
    return
  }
  if (mode !== undefined && !limits.rewrites.includes(mode))
    context.onNotice(notice('prompt-rewrite-mode', placeOf(draft, 'promptRewrite')))
  draft.promptRewrite = { mode: mode !== undefined && limits.rewrites.includes(mode) ? mode : 'standard' }
}

function lowerTools(draft: Draft<ImageRequest>, limits: Limits, context: Context): void {
  const { tools } = draft
  if (tools === undefined) return
  if (tools.length === 0) delete draft.tools
  else if (!limits.webSearch || !tools.includes('web-search')) leaveOut(draft, 'tools', 'tools', context)
  else if (tools.some((tool) => tool !== 'web-search')) {
    context.onNotice(notice('tools', placeOf(draft, 'tools')))
    draft.tools = ['web-search']
  }
}
