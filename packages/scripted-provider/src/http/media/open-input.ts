import type { Bitmap } from '../paint/bitmap.ts'
import { paint } from '../paint/paint.ts'
import { readImage } from '../paint/read-image.ts'
import type { DemoRequest } from '../demo-request.ts'
import { filesPath } from './files-path.ts'

/** The reason why an input cannot be used. */
export type InputIssue = 'unreadable' | 'not-found'

/**
 * Opens an input image by its data URL or URL. The demo fetches only its own results: it draws a square with a notice for any other URL,
 * and a URL below `.invalid` is not found.
 */
export async function openInput(url: string, { state, headers }: DemoRequest): Promise<Bitmap | InputIssue> {
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
