import type { ModelProfile } from '@interlingua/core'

/** The sides of an image in pixels. */
interface Sides {
  readonly width: number
  readonly height: number
}

/** The shapes and sizes that an image model of Gemini makes. */
export interface GeminiImageModel {
  /** The pattern of the model's id. */
  readonly pattern: RegExp
  /** The values of `imageConfig.imageSize`; empty for a model that ignores or refuses the field. */
  readonly classes: readonly string[]
  /** The sides of each aspect ratio at 1K. At 2K and 4K the sides are two and four times as long. */
  readonly ratios: Readonly<Record<string, Sides>>
  /** True for a model that refuses to make an image without text beside it. */
  readonly textToo?: boolean
}

const sides = (width: number, height: number): Sides => ({ width, height })

/** The sides at the 2.5 flash line, which has one size. */
const fixed: Readonly<Record<string, Sides>> = {
  '1:1': sides(1024, 1024),
  '2:3': sides(832, 1248),
  '3:2': sides(1248, 832),
  '3:4': sides(864, 1184),
  '4:3': sides(1184, 864),
  '4:5': sides(896, 1152),
  '5:4': sides(1152, 896),
  '9:16': sides(768, 1344),
  '16:9': sides(1344, 768),
  '21:9': sides(1536, 672),
}

/** The sides at the lines from 3 on. */
const scaled: Readonly<Record<string, Sides>> = {
  '1:1': sides(1024, 1024),
  '2:3': sides(848, 1264),
  '3:2': sides(1264, 848),
  '3:4': sides(896, 1200),
  '4:3': sides(1200, 896),
  '4:5': sides(928, 1152),
  '5:4': sides(1152, 928),
  '9:16': sides(768, 1376),
  '16:9': sides(1376, 768),
  '21:9': sides(1584, 672),
}

const long: Readonly<Record<string, Sides>> = {
  '1:4': sides(512, 2048),
  '4:1': sides(2048, 512),
  '1:8': sides(384, 3072),
  '8:1': sides(3072, 384),
}

/** The sides at the flash lines from 3.1 on. */
const widest: Readonly<Record<string, Sides>> = { ...scaled, ...long }

const classes = ['1K', '2K', '4K']

/**
 * The shapes and sizes by model: the first match counts, and the last pattern matches every id.
 * https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios_and_image_size
 */
export const geminiImageModels: readonly GeminiImageModel[] = [
  { pattern: /gemini-2\.0/i, classes: [], ratios: fixed, textToo: true },
  { pattern: /gemini-2\.5/i, classes: [], ratios: fixed },
  { pattern: /gemini-3-pro-image/i, classes, ratios: scaled },
  { pattern: /gemini-3.*image|nano-banana/i, classes, ratios: widest },
  { pattern: /./, classes, ratios: scaled },
]

/** The entry of `geminiImageModels` for a model, with the shapes and sizes of its profile where the profile states them. */
export function geminiImageModel(model: string, profile?: ModelProfile): GeminiImageModel {
  const found = geminiImageModels.find(({ pattern }) => pattern.test(model)) ?? { pattern: /./, classes, ratios: scaled }
  const { images } = profile ?? {}
  if (images === undefined) return found
  const table = images.sizes.length === 0 ? fixed : widest
  const ratios = Object.fromEntries(Object.entries(table).filter(([ratio]) => images.aspectRatios.includes(ratio)))
  return { ...found, classes: images.sizes, ratios }
}
