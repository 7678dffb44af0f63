import type { Bitmap } from '../paint/bitmap.ts'
import { paint } from '../paint/paint.ts'
import { readImage } from '../paint/read-image.ts'
import type { Exchange } from '../exchange.ts'
import { filesPath } from './files-path.ts'

/** Why an input cannot be used. */
export type InputFlaw = 'unreadable' | 'not-found'

/**
 * An input image by its data URL or its address. The demo fetches nothing but its own results: of any other address it draws a square that
 * says so, and what is below `.invalid` is not found.
 */
export async function openInput(url: string, { state, headers }: Exchange): Promise<Bitmap | InputFlaw> {
  const inline = /^data:[^,]*;base64,/i.exec(url)
  if (inline) return (await readImage(Buffer.from(url.slice(inline[0].length), 'base64'))) ?? 'unreadable'
  if (!URL.canParse(url)) return 'unreadable'
  const { protocol, host, hostname, pathname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return 'unreadable'
  if (hostname.endsWith('.invalid')) return 'not-found'
  if (host === headers['host'] && pathname.startsWith(filesPath)) {
    const file = state.files.get(pathname.slice(filesPath.length))
    return file ? ((await readImage(file.bytes)) ?? 'unreadable') : 'not-found'
  }
  return paint({ width: 512, height: 512, prompt: `Not fetched: ${host}${pathname}`, label: 'Demo provider', seed: url, mime: 'image/png' })
}
