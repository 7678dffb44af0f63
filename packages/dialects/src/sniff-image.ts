const heads = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['Qk', 'image/bmp'],
  ['SUkqA', 'image/tiff'],
  ['TU0AK', 'image/tiff'],
] as const

/** What the bytes are by their first ones, read off the base64; undefined where that is no kind of image that we know. */
export function sniffImage(base64: string): string | undefined {
  for (const [head, mime] of heads) if (base64.startsWith(head)) return mime
  // ISO media files name their brand after the length of the first box.
  const brand = base64.slice(5, 16)
  if (brand.startsWith('ZnR5cGF2aW')) return 'image/avif'
  return brand.startsWith('ZnR5cGhlaW') || brand.startsWith('ZnR5cG1pZj') ? 'image/heic' : undefined
}
