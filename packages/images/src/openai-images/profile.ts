import { createProfileReader, type JsonObject } from '@interlingua/core'
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
 * How a vendor's images API deviates from OpenAI's: plain data. An absent fact is OpenAI's own behaviour for the model at hand.
 * - `edits`: how input images are sent: as files of a form, or as data URLs in JSON
 * - `imageObject`: the key under which JSON has an input image
 * - `responseFormat`: whether `response_format` is taken
 * - `perCall`: the most images that one call makes
 * - `streams`: whether it streams
 * - `sizes`: the sizes in pixels that it takes
 * - `takes`: fields that OpenAI does not know and this server does, under the names of the images endpoint (`aspect_ratio`, `seed`, …)
 */
export type ImagesProfile = z.infer<typeof profileSchema>

/** The profile in a context. Throws a WireError where it is none. Checked once per object. */
export const readProfile: (dialect: JsonObject) => ImagesProfile = createProfileReader(format, profileSchema)

/** Presets, gathered from public traffic in November 2026. Spread and override them at will. */
export const imagesProfiles = {
  openai: {},
  xai: { edits: 'json', imageObject: 'url', responseFormat: true, streams: false, sizes: 'any', takes: ['aspectRatio'] },
  openrouter: { edits: 'json', responseFormat: false, streams: false, sizes: 'any', takes: ['aspectRatio', 'seed'] },
} as const satisfies Readonly<Record<string, ImagesProfile>>
