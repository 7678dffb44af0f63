/** What a generation of models takes. */
export interface Limits {
  /** Levels of size, and `adaptive`. */
  readonly levels: readonly string[]
  /** Pixels in all; absent: no sizes in pixels. */
  readonly pixels?: { readonly least: number; readonly most: number }
  /** Images that may be given. */
  readonly images: number
  /** Several images that belong together. */
  readonly groups: boolean
  readonly stream: boolean
  readonly seed: boolean
  readonly guidance: boolean
  /** Files that can be asked for; empty: they are JPEG. */
  readonly outputFormats: readonly string[]
  /** How the prompt may be rewritten; empty: the field is not known. */
  readonly rewrites: readonly string[]
  readonly webSearch: boolean
}

/** Images that are given and made in one call, together. */
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

/** What some generation takes: for an id that says nothing, such as that of an inference endpoint. */
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
 * By what stands in the id, whose dots are dashes; the first that fits. As the vendor's pages of November 2026 have it: levels and ranges of
 * pixels, references, groups, streams and files. `doubao-seedream-5-0` without another word is the light one.
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
