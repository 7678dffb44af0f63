import type * as jimp from 'jimp'
import { demandPackages } from '../demand-packages.ts'

type Library = typeof jimp
type Font = Awaited<ReturnType<Library['loadFont']>>

/** The image library, and its fonts from large to small. */
export interface Canvas {
  readonly library: Library
  readonly fonts: readonly [Font, Font, Font, Font]
}

let loaded: Promise<Canvas> | undefined

/** Loads the image library once, at the first image, so that a provider of texts starts fast. */
export function loadCanvas(): Promise<Canvas> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Canvas> {
  demandPackages('jimp')
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
