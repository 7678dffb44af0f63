import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { sidesOf } from '../aspect-ratio.ts'

const parametersSchema = z.looseObject({
  sampleCount: z.number().int().min(1, 'must be at least 1').max(4, 'must be at most 4').nullish(),
  aspectRatio: z
    .string()
    .refine((text) => sidesOf(text) !== undefined, 'must be a ratio such as 16:9')
    .nullish(),
  sampleImageSize: z
    .string()
    .regex(/^\d(\.\d)?K$/, 'must be 1K or 2K')
    .nullish(),
  negativePrompt: z.string().nullish(),
  seed: z.number().int().min(0, 'must be at least 0').max(4_294_967_295, 'must be at most 4294967295').nullish(),
  guidanceScale: z.number().nullish(),
  addWatermark: z.boolean().nullish(),
  enhancePrompt: z.boolean().nullish(),
  personGeneration: z.enum(['allow_all', 'allow_adult', 'dont_allow', 'ALLOW_ALL', 'ALLOW_ADULT', 'DONT_ALLOW']).nullish(),
  includeRaiReason: z.boolean().nullish(),
  language: z.string().nullish(),
  outputOptions: z
    .looseObject({
      mimeType: z.enum(['image/png', 'image/jpeg'], { message: 'must be image/png or image/jpeg' }).nullish(),
      compressionQuality: z.number().int().min(0, 'must be at least 0').max(100, 'must be at most 100').nullish(),
    })
    .nullish(),
})

/** The body of a request. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/imagen-api */
export const requestSchema = z.looseObject({
  instances: z
    .array(z.looseObject({ prompt: z.string().min(1, 'must not be empty').max(32_000, 'must have at most 32000 characters') }))
    .min(1, 'must hold an instance')
    .max(1, 'one instance a call: sampleCount says how many images'),
  parameters: parametersSchema.nullish(),
})

export const responseSchema = z.looseObject({
  predictions: z
    .array(
      z.looseObject({
        bytesBase64Encoded: z.string().nullish(),
        gcsUri: z.string().nullish(),
        mimeType: z.string().nullish(),
        prompt: z.string().nullish(),
        raiFilteredReason: z.string().nullish(),
      }),
    )
    .nullish(),
})

/** The body of `POST …/models/{model}:predict`. */
export type WirePredictRequest = JsonObject & { readonly instances: readonly JsonObject[]; readonly parameters?: JsonObject | null }

/** The body of an answer, without predictions where all images were filtered. */
export type WirePredictResponse = JsonObject & { readonly predictions?: readonly JsonObject[] | null }
