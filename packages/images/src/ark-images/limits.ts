/** The limits of a generation of models. */
export interface Limits {
  /** The levels of size, and `adaptive`. */
  readonly levels: readonly string[]
  /** The range of the number of pixels; absent where no size in pixels is taken. */
  readonly pixels?: { readonly least: number; readonly most: number }
  /** The largest number of input images. */
  readonly images: number
  /** True for a model that makes groups of images that belong together. */
  readonly groups: boolean
  readonly stream: boolean
  readonly seed: boolean
  readonly guidance: boolean
  /** The formats of files that can be chosen; empty for a model that always makes JPEG. */
  readonly outputFormats: readonly string[]
  /** The modes of rewriting the prompt; empty for a model without the field. */
  readonly rewrites: readonly string[]
  readonly webSearch: boolean
}

/** The largest number of input images and made images together in one call. */
export const mostImages = 15

const four = {
  levels: ['1K', '2K', '4K'],
  pixels: { least: 1280 * 720, most: 4096 * 4096 },
  images: 14,
  groups: true,
  stream: true,
  seed: false,
  guidance: false,
  outputFormats: [],
  rewrites: ['standard', 'fast'],
  webSearch: false,
} as const satisfies Limits

const three = {
  levels: [],
  pixels: { least: 512 * 512, most: 2048 * 2048 },
  images: 0,
  groups: false,
  stream: false,
  seed: true,
  guidance: true,
  outputFormats: [],
  rewrites: [],
  webSearch: false,
} as const satisfies Limits

const five = { ...four, outputFormats: ['png', 'jpeg'] } as const satisfies Limits

/** The limits for an id that tells no generation, such as the id of an inference endpoint: everything that some generation takes. */
export const anyLimits: Limits = {
  levels: ['1K', '1.5K', '2K', '3K', '4K', 'adaptive'],
  pixels: { least: 512 * 512, most: 4096 * 4096 },
  images: 14,
  groups: true,
  stream: true,
  seed: true,
  guidance: true,
  outputFormats: ['png', 'jpeg'],
  rewrites: ['standard', 'fast'],
  webSearch: true,
}

/**
 * The limits by id, with dashes for dots; the first match counts. Taken from the vendor's pages of November 2026, where
 * `doubao-seedream-5-0` without a suffix is the light model.
 */
export const limitsByModel: readonly (readonly [RegExp, Limits])[] = [
  [
    /seededit-3/,
    {
      levels: ['adaptive'],
      images: 1,
      groups: false,
      stream: false,
      seed: true,
      guidance: true,
      outputFormats: [],
      rewrites: [],
      webSearch: false,
    },
  ],
  [/seedream-3/, three],
  [/seedream-4-5/, { ...four, levels: ['2K', '4K'], pixels: { least: 2560 * 1440, most: 4096 * 4096 }, rewrites: ['standard'] }],
  [/seedream-4/, four],
  [
    /seedream-5-0-(pro|flash)/,
    { ...five, levels: ['1K', '1.5K', '2K'], pixels: { least: 1280 * 720, most: 4_624_220 }, images: 10, groups: false, stream: false },
  ],
  [
    /seedream-5/,
    { ...five, levels: ['2K', '3K', '4K'], pixels: { least: 2560 * 1440, most: 4096 * 4096 }, rewrites: ['standard'], webSearch: true },
  ],
  [/^demo-/, { ...anyLimits, pixels: { least: 1280 * 720, most: 4096 * 4096 } }],
]
