import { isInterlinguaError, type JsonObject } from '@interlingua/core'
import { arkImages, dashscope, geminiImage, imagenPredict, openaiImages, type ImageUpstream } from '../src/index.ts'
import { translate } from './silent-losses.ts'
import type { RequestField } from './request-fields.ts'

export interface Target {
  readonly name: string
  readonly upstream: ImageUpstream
  readonly model: string
  readonly dialect?: JsonObject
}

/** Each upstream dialect with a model, and with the profiles that change the fate of fields. */
export const targets: readonly Target[] = [
  { name: 'openai-images', upstream: openaiImages, model: 'gpt-image-2.5-flare' },
  { name: 'openai-images of dall-e-3', upstream: openaiImages, model: 'dall-e-3' },
  {
    name: 'openai-images of a compatible server',
    upstream: openaiImages,
    model: 'm',
    dialect: { takes: ['seed', 'aspectRatio'], edits: 'json' },
  },
  { name: 'ark-images', upstream: arkImages, model: 'doubao-seedream-4-5' },
  { name: 'dashscope', upstream: dashscope, model: 'qwen-image-2.0' },
  { name: 'imagen-predict', upstream: imagenPredict, model: 'imagen-4.0-generate-001' },
  {
    name: 'imagen-predict of the Developer API',
    upstream: imagenPredict,
    model: 'imagen-4.0-generate-001',
    dialect: { platform: 'gemini' },
  },
  { name: 'gemini-image', upstream: geminiImage, model: 'gemini-3-pro-image' },
  { name: 'gemini-image of Vertex AI', upstream: geminiImage, model: 'gemini-3-pro-image', dialect: { platform: 'vertex' } },
]

/**
 * The fate of a single field: `carried` where it changes the calls, `approximated` where it also causes a notice or the notice says so,
 * `dropped` where it causes only a notice, `refused` where it causes an error at the field. `silent` means none of these.
 */
export function fateOf({ upstream, model, dialect }: Target, { at, body, beside: needed }: RequestField): string {
  const beside = { model, prompt: 'a cat', ...needed }
  let without: string
  try {
    without = JSON.stringify(translate(upstream, beside, dialect).calls)
  } catch {
    return 'refused beside' // the fields that must stand beside it are refused here
  }
  try {
    const { calls, notices } = translate(upstream, { ...beside, ...body }, dialect)
    const told = notices.filter(({ path }) => path === at || path.startsWith(`${at}/`))
    const changed = JSON.stringify(calls) !== without
    if (told.length === 0) return changed ? 'carried' : 'silent'
    return changed || told.some(({ kind }) => kind === 'approximated') ? 'approximated' : 'dropped'
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return error.path === at || error.path.startsWith(`${at}/`) ? 'refused' : `refused at ${error.path}`
  }
}
