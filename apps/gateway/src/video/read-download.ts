import type { Pieces } from '../results/storage.ts'
import { FetchError } from '../media/fetch-error.ts'

/** Where the file begins in a download document, whichever of its two spellings comes first. */
const start = /"(?:base64"\s*:\s*"|data_url"\s*:\s*"data:[^,"]{1,100},)/
/** Characters in which it begins. */
const longestHead = 65_536

/** The file within a download document of another gateway, piece by piece: the document is never held. */
export async function* readDownload(document: Pieces): AsyncGenerator<Uint8Array, void, undefined> {
  let head: string | undefined = ''
  let rest = ''
  for await (const piece of document) {
    let text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    if (head !== undefined) {
      head += text
      const found = start.exec(head)
      if (found === null) {
        if (head.length > longestHead) throw new FetchError('what it names is no download')
        continue
      }
      text = head.slice(found.index + found[0].length)
      head = undefined
    }
    const end = text.indexOf('"')
    rest += (end === -1 ? text : text.slice(0, end)).replaceAll('\\', '')
    const whole = end === -1 ? rest.length - (rest.length % 4) : rest.length
    if (whole > 0) yield Buffer.from(rest.slice(0, whole), 'base64')
    rest = rest.slice(whole)
    if (end !== -1) return
  }
  throw new FetchError('its host broke off')
}
