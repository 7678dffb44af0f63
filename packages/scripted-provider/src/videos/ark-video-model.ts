/** The capabilities of a video model of Ark's. */
export interface ArkVideoModel {
  readonly resolutions: readonly string[]
  readonly usualResolution: string
  readonly leastSeconds: number
  readonly mostSeconds: number
  /** True for a model that may choose the duration itself. */
  readonly chooses: boolean
  readonly sound: boolean
  /** True for a model that takes durations in frames. */
  readonly frames: boolean
  readonly fixedCamera: boolean
  readonly flexible: boolean
  readonly drafts: boolean
  readonly lastFrame: boolean
  /** True for a model that takes references of images, videos and sound, assets, and web search. */
  readonly references: boolean
  readonly usualRatio: string
}

const second: ArkVideoModel = {
  resolutions: ['480p', '720p', '1080p', '4k'],
  usualResolution: '720p',
  leastSeconds: 4,
  mostSeconds: 15,
  chooses: true,
  sound: true,
  frames: false,
  fixedCamera: false,
  flexible: false,
  drafts: false,
  lastFrame: true,
  references: true,
  usualRatio: 'adaptive',
}

const first: ArkVideoModel = {
  ...second,
  resolutions: ['480p', '720p', '1080p'],
  usualResolution: '1080p',
  leastSeconds: 2,
  mostSeconds: 12,
  chooses: false,
  sound: false,
  frames: true,
  fixedCamera: true,
  flexible: true,
  references: false,
  usualRatio: '16:9',
}

const known: readonly (readonly [RegExp, ArkVideoModel])[] = [
  [/2[.-]0-(?:fast|mini)/, { ...second, resolutions: ['480p', '720p'] }],
  [
    /1[.-]5-pro/,
    { ...first, usualResolution: '720p', leastSeconds: 4, chooses: true, sound: true, frames: false, drafts: true, usualRatio: 'adaptive' },
  ],
  [/1[.-]0-pro-fast/, { ...first, lastFrame: false }],
  [/1[.-]0/, first],
]

/** The capabilities of a model, by its name. An unknown name counts as Seedance 2.0. */
export function arkVideoModel(model: string): ArkVideoModel {
  return known.find(([pattern]) => pattern.test(model))?.[1] ?? second
}
