import type * as jimp from 'jimp'

type Library = typeof jimp
type Font = Awaited<ReturnType<Library['loadFont']>>

/** The image library, and its fonts from large to small. */
export interface Easel {
  readonly library: Library
  readonly fonts: readonly [Font, Font, Font, Font]
}

let loaded: Promise<Easel> | undefined

/** The same for everyone who asks. Loaded with the first image, so that a provider of texts starts fast. */
export function loadEasel(): Promise<Easel> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Easel> {
  const [library, files] = await Promise.all([import('jimp'), import('jimp/fonts')])
  const { loadFont } = library
  const fonts = await Promise.all([
    loadFont(files.SANS_64_WHITE),
    loadFont(files.SANS_32_WHITE),
    loadFont(files.SANS_16_WHITE),
    loadFont(files.SANS_8_WHITE),
  ])
  return { library, fonts }
}
