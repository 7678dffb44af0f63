/** What one of Ark's video models can do. */
export interface ArkVideoModel {
  readonly resolutions: readonly string[]
  readonly usualResolution: string
  readonly leastSeconds: number
  readonly mostSeconds: number
  /** Whether it may choose the duration itself, and has sound. */
  readonly chooses: boolean
  readonly sound: boolean
  /** Durations in frames. */
  readonly frames: boolean
  readonly fixedCamera: boolean
  readonly flexible: boolean
  readonly drafts: boolean
  readonly lastFrame: boolean
  /** Images, videos and sounds to refer to, assets, and the search of the web. */
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

/** The abilities of a model, by its name: Seedance 2.0 where it says nothing. */
export function arkVideoModel(model: string): ArkVideoModel {
  return known.find(([pattern]) => pattern.test(model))?.[1] ?? second
}
