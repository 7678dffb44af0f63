/** The capabilities of a model of Ark's. */
export interface ArkModel {
  /** The words that `size` takes instead of pixels. */
  readonly levels: readonly string[]
  readonly leastPixels: number
  readonly mostPixels: number
  /** The largest number of input images. */
  readonly inputs: number
  readonly groups: boolean
  readonly streams: boolean
  readonly seeds: boolean
  readonly formats: boolean
  readonly fast: boolean
  readonly search: boolean
}

/** The capabilities of 5.0 lite and of unknown models. The demo's own models can do everything but seeds. */
const lite: ArkModel = {
  levels: ['2K', '3K', '4K'],
  leastPixels: 3_686_400,
  mostPixels: 16_777_216,
  inputs: 14,
  groups: true,
  streams: true,
  seeds: false,
  formats: true,
  fast: false,
  search: true,
}

const known: readonly (readonly [RegExp, ArkModel])[] = [
  [/^demo-/, { ...lite, levels: ['1K', '1.5K', '2K', '3K', '4K', 'adaptive'], leastPixels: 921_600, seeds: true, fast: true }],
  [
    /seedream-3/,
    {
      ...lite,
      levels: [],
      leastPixels: 262_144,
      mostPixels: 4_194_304,
      inputs: 0,
      groups: false,
      streams: false,
      seeds: true,
      formats: false,
      search: false,
    },
  ],
  [/seedream-4[-.]0/, { ...lite, levels: ['1K', '2K', '4K'], leastPixels: 921_600, formats: false, fast: true, search: false }],
  [/seedream-4/, { ...lite, levels: ['2K', '4K'], formats: false, search: false }],
  [
    /seedream-5.*(?:pro|flash)/,
    {
      ...lite,
      levels: ['1K', '1.5K', '2K'],
      leastPixels: 921_600,
      mostPixels: 4_624_220,
      inputs: 10,
      groups: false,
      streams: false,
      fast: true,
      search: false,
    },
  ],
]

/** The capabilities of a model, by its name. */
export function arkModel(model: string): ArkModel {
  return known.find(([pattern]) => pattern.test(model))?.[1] ?? lite
}
