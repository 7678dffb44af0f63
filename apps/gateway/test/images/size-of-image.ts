import { Jimp } from 'jimp'

/** Decodes an image by a library that nobody here wrote, and gives its size. Throws for what is none. */
export async function sizeOfImage(bytes: Uint8Array): Promise<string> {
  const { width, height } = await Jimp.read(Buffer.from(bytes))
  return `${width}x${height}`
}

/** Of an item of an answer: its bytes, or what its address leads to. */
export async function sizeOfItem({ b64_json: base64, url }: { readonly b64_json?: string; readonly url?: string }): Promise<string> {
  if (base64 !== undefined) return sizeOfImage(Buffer.from(base64, 'base64'))
  const answer = await fetch(url ?? '')
  if (!answer.ok) throw new Error(`the address of the image answers with status ${answer.status}`)
  return sizeOfImage(new Uint8Array(await answer.arrayBuffer()))
}
