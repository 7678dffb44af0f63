/** The image library and its fonts. Loaded with the first image, so that a provider of texts starts fast. */
export type Easel = Awaited<ReturnType<typeof load>>

let loaded: Promise<Easel> | undefined

/** The same for everyone who asks. */
export function loadEasel(): Promise<Easel> {
  loaded ??= load()
  return loaded
}

async function load() {
  const [{ Jimp, HorizontalAlign, loadFont, measureTextHeight, ResizeStrategy, VerticalAlign }, fonts] = await Promise.all([
    import('jimp'),
    import('jimp/fonts'),
  ])
  const [tiny, small, middle, large] = await Promise.all(
    [fonts.SANS_8_WHITE, fonts.SANS_16_WHITE, fonts.SANS_32_WHITE, fonts.SANS_64_WHITE].map((file) => loadFont(file)),
  )
  if (!tiny || !small || !middle || !large) throw new TypeError('a font of the demo is missing')
  return { Jimp, HorizontalAlign, VerticalAlign, ResizeStrategy, measureTextHeight, fonts: [large, middle, small, tiny] as const }
}
