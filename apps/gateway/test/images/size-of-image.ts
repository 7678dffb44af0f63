import { Jimp } from 'jimp'

/** Decodes an image by an independent library, and returns its size. Throws where the bytes are no image. */
export async function sizeOfImage(bytes: Uint8Array): Promise<string> {
  const { width, height } = await Jimp.read(Buffer.from(bytes))
  return `${width}x${height}`
}

/** Size of the image of an item: of its bytes, or of the file at its address. */
export async function sizeOfItem({ b64_json: base64, url }: { readonly b64_json?: string; readonly url?: string }): Promise<string> {
  if (base64 !== undefined) return sizeOfImage(Buffer.from(base64, 'base64'))
  const answer = await fetch(url ?? '')
  if (!answer.ok) throw new Error(`the address of the image answers with status ${answer.status}`)
  return sizeOfImage(new Uint8Array(await answer.arrayBuffer()))
}
