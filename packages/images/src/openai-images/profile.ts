import type { JsonObject } from '@interlingua/core'
import { createProfileReader } from '@interlingua/core/adapter'
import * as z from 'zod'
import { format } from './format.ts'

const fields = ['aspectRatio', 'seed', 'negativePrompt', 'guidance', 'watermark', 'promptRewrite', 'sequence', 'tools'] as const

const profileSchema = z.looseObject({
  edits: z.enum(['multipart', 'json']).optional(),
  imageObject: z.enum(['image_url', 'url']).optional(),
  responseFormat: z.boolean().optional(),
  perCall: z.number().int().positive().optional(),
  streams: z.boolean().optional(),
  sizes: z.union([z.literal('any'), z.array(z.string())]).optional(),
  takes: z.array(z.enum(fields)).optional(),
})

/**
 * The profile of a vendor's images API that deviates from OpenAI's, as plain data. An absent property means OpenAI's own behaviour for the
 * model.
 * - `edits`: the encoding of input images: files of a form, or data URLs in JSON
 * - `imageObject`: the key of an input image in JSON
 * - `responseFormat`: true where `response_format` is taken
 * - `perCall`: the largest number of images in a call
 * - `streams`: true where the API streams
 * - `sizes`: the sizes in pixels that the API takes
 * - `takes`: fields that this server takes beside OpenAI's, under the names of the images endpoint (`aspect_ratio`, `seed`, …)
 */
export type ImagesProfile = z.infer<typeof profileSchema>

/** Reads the profile of a context, checked once per object. Throws a WireError for an invalid one. */
export const readProfile: (dialect: JsonObject) => ImagesProfile = createProfileReader(format, profileSchema)

/** Profiles of some vendors, gathered from public traffic in November 2026, to be used or extended. */
export const imagesProfiles = {
  openai: {},
  xai: { edits: 'json', imageObject: 'url', responseFormat: true, streams: false, sizes: 'any', takes: ['aspectRatio'] },
  openrouter: { edits: 'json', responseFormat: false, streams: false, sizes: 'any', takes: ['aspectRatio', 'seed'] },
} as const satisfies Readonly<Record<string, ImagesProfile>>
