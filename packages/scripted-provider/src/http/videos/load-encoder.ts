import { createRequire } from 'node:module'
import type * as library from 'h264-mp4-encoder'
import { demandPackages } from '../demand-packages.ts'

type Library = typeof library

const shocks = ['uncaughtException', 'unhandledRejection'] as const

/**
 * Creates an encoder, which the caller must delete. The library (a megabyte of WebAssembly) is loaded at the first call, and its listeners
 * are removed, which would end the process at any uncaught error.
 */
export async function loadEncoder(): Promise<library.H264MP4Encoder> {
  demandPackages('h264-mp4-encoder')
  const before = shocks.map((shock) => process.listeners(shock as 'uncaughtException'))
  const { createH264MP4Encoder } = createRequire(import.meta.url)('h264-mp4-encoder') as Library // the types are the package's own
  const encoder = createH264MP4Encoder()
  // The library adds its listeners before the call returns, so that every new listener is the library's.
  for (const [i, shock] of shocks.entries())
    for (const listener of process.listeners(shock as 'uncaughtException')) if (!before[i]?.includes(listener)) process.off(shock, listener)
  return encoder
}
