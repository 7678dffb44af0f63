import { ratioSize } from './ratio-size.ts'
import type { Size } from './size.ts'

/** The shapes and sizes of an image model of Gemini's. */
export interface GeminiImageModel {
  /** The size of each aspect ratio at 1K. */
  readonly ratios: Readonly<Record<string, Size>>
  /** The words of `imageSize`; empty for a model that ignores the field. */
  readonly sizes: readonly string[]
}

const size = (width: number, height: number): Size => ({ width, height })

/** https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios */
const second: GeminiImageModel = {
  ratios: {
    '1:1': size(1024, 1024),
    '2:3': size(832, 1248),
    '3:2': size(1248, 832),
    '3:4': size(864, 1184),
    '4:3': size(1184, 864),
    '4:5': size(896, 1152),
    '5:4': size(1152, 896),
    '9:16': size(768, 1344),
    '16:9': size(1344, 768),
    '21:9': size(1536, 672),
  },
  sizes: [],
}

const pro: GeminiImageModel = {
  ratios: {
    '1:1': size(1024, 1024),
    '2:3': size(848, 1264),
    '3:2': size(1264, 848),
    '3:4': size(896, 1200),
    '4:3': size(1200, 896),
    '4:5': size(928, 1152),
    '5:4': size(1152, 928),
    '9:16': size(768, 1376),
    '16:9': size(1376, 768),
    '21:9': size(1584, 672),
  },
  sizes: ['1K', '2K', '4K'],
}

const flash: GeminiImageModel = {
  ...pro,
  ratios: {
    ...pro.ratios,
    '1:4': ratioSize(1, 4, 1024),
    '4:1': ratioSize(4, 1, 1024),
    '1:8': ratioSize(1, 8, 1024),
    '8:1': ratioSize(8, 1, 1024),
  },
}

/** The capabilities of an image model, by its name. The demo's own and unknown models count as the 3.1 flash series. */
export function geminiImageModel(model: string): GeminiImageModel {
  if (/gemini-2/.test(model)) return second
  return /gemini-3-pro/.test(model) ? pro : flash
}
