const heads = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['SUkqA', 'image/tiff'],
  ['TU0AK', 'image/tiff'],
] as const

/** Image type by its first bytes, read from the base64 text; `undefined` if no known kind. */
export function sniffImage(base64: string): string | undefined {
  for (const [head, mime] of heads) if (base64.startsWith(head)) return mime
  // RIFF is a container of sounds too: its eighth byte begins the name of the content. A short piece is judged by its beginning.
  if (base64.startsWith('UklGR')) return base64.length < 16 || base64.startsWith('XRUJQ', 11) ? 'image/webp' : undefined
  // Two letters prove little, so the four bytes after the length must be zero, too.
  if (base64.startsWith('Qk')) return /^AAAAA[A-P]/.test(base64.slice(8, 14)) ? 'image/bmp' : undefined
  // ISO media files name their brand after the length of the first box.
  const brand = base64.slice(5, 16)
  if (brand.startsWith('ZnR5cGF2aW')) return 'image/avif'
  return brand.startsWith('ZnR5cGhlaW') || brand.startsWith('ZnR5cG1pZj') ? 'image/heic' : undefined
}
