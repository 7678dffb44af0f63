import type { JsonObject } from '@interlingua/core'
import type { FieldCase } from './field-case.ts'

const parameter = (name: string, value: JsonObject[string], illegal?: true): FieldCase => ({
  name: `parameters.${name} ${typeof value === 'object' ? '' : `\`${String(value)}\``}`.trim(),
  field: { parameters: { [name]: value } },
  ...(illegal && { illegal }),
})

/** Fields of `:predict` that image models take, beside a prompt. */
export const predictCases: readonly FieldCase[] = [
  { name: 'instances[].prompt', field: { instances: [{ prompt: 'a red kite over the sea' }] } },
  { name: 'instances, none', field: { instances: [] }, illegal: true },
  parameter('sampleCount', 1),
  parameter('sampleCount', 4),
  parameter('sampleCount', 0, true),
  parameter('sampleCount', 5, true),
  parameter('aspectRatio', '16:9'),
  parameter('aspectRatio', '7:5'),
  parameter('sampleImageSize', '2K'),
  parameter('personGeneration', 'allow_adult'),
  parameter('negativePrompt', 'text'),
  parameter('seed', 7),
  parameter('addWatermark', false),
  parameter('enhancePrompt', true),
  parameter('guidanceScale', 7),
  parameter('language', 'en'),
  parameter('includeRaiReason', true),
  parameter('outputOptions', { mimeType: 'image/jpeg', compressionQuality: 60 }),
]
