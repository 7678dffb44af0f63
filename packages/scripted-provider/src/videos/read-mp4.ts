import type { Size } from '../images/size.ts'

/** Reads size and duration of an MP4 file from its boxes; `undefined` for any other file. */
export function readMp4(file: Uint8Array): { readonly size: Size; readonly seconds: number } | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const moov = boxIn(view, 0, file.byteLength, 'moov')
  const head = moov && boxIn(view, moov.from, moov.to, 'mvhd')
  if (!moov || !head || head.to - head.from < 32) return undefined
  const long = view.getUint8(head.from) === 1
  const scale = view.getUint32(head.from + (long ? 20 : 12))
  const ticks = long ? Number(view.getBigUint64(head.from + 24)) : view.getUint32(head.from + 16)
  for (let at = moov.from; ;) {
    const track = boxIn(view, at, moov.to, 'trak')
    const about = track && boxIn(view, track.from, track.to, 'tkhd')
    if (!track || !about) return undefined
    // The width and height are the last two numbers, with 16 bits after the point. A track of sound has neither.
    const size = { width: view.getUint32(about.to - 8) >>> 16, height: view.getUint32(about.to - 4) >>> 16 }
    if (size.width > 0 && size.height > 0 && scale > 0) return { size, seconds: ticks / scale }
    at = track.to
  }
}

/** The range of the contents of the first box with this name; `undefined` where there is none. */
function boxIn(view: DataView, from: number, end: number, name: string): { readonly from: number; readonly to: number } | undefined {
  for (let at = from; at + 8 <= end;) {
    const length = view.getUint32(at)
    if (length < 8 || at + length > end) return undefined
    const word = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)))
    if (word === name) return { from: at + 8, to: at + length }
    at += length
  }
  return undefined
}
