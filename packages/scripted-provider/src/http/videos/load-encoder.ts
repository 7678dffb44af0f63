import { createRequire } from 'node:module'
import type * as library from 'h264-mp4-encoder'

type Library = typeof library

const shocks = ['uncaughtException', 'unhandledRejection'] as const

/**
 * A new encoder; whoever takes it deletes it. The library (a megabyte of WebAssembly) is loaded with the first one, and kept from what it
 * does to the whole process: its runtime wants to end it whenever anything is thrown anywhere.
 */
export async function loadEncoder(): Promise<library.H264MP4Encoder> {
  const before = shocks.map((shock) => process.listeners(shock as 'uncaughtException'))
  const { createH264MP4Encoder } = createRequire(import.meta.url)('h264-mp4-encoder') as Library // the types are the package's own
  const encoder = createH264MP4Encoder()
  // The listeners are there as soon as the call returns: nobody else's can be among them.
  for (const [i, shock] of shocks.entries())
    for (const listener of process.listeners(shock as 'uncaughtException')) if (!before[i]?.includes(listener)) process.off(shock, listener)
  return encoder
}
