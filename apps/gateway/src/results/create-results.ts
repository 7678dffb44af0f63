import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DocumentStore } from '../store/store.ts'
import { createDiskStorage } from './create-disk-storage.ts'
import { createSigner } from './create-signer.ts'
import { publicAddress } from './public-address.ts'
import { createResultName, readResultName } from './result-name.ts'
import { ResultsError } from './results-error.ts'
import type { ResultsSettings } from './results-settings.ts'
import type { NamedResult, Results } from './results.ts'
import type { Pieces, ResultStorage } from './storage.ts'

/** Milliseconds: from the start to the first sweep, and between two. */
const firstSweep = 5_000
const sweepEvery = 600_000
/** Milliseconds for which it is believed that the storage can be used. */
const trust = 10_000

export const resultsPath = '/v1/results/'

export function createResults(settings: ResultsSettings, documents: DocumentStore, report: (problem: string) => void): Results {
  const signer = createSigner(documents)
  let storage: Promise<ResultStorage> | undefined
  let temporary: string | undefined
  let usableUntil = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** Opened when it is first used: most gateways keep no results. */
  function storageOf(): Promise<ResultStorage> {
    storage ??= openStorage().catch((error: unknown) => {
      storage = undefined
      throw error
    })
    return storage
  }

  async function openStorage(): Promise<ResultStorage> {
    // Its client is loaded only where it is used.
    if (settings.s3) return (await import('./create-s3-storage.ts')).createS3Storage(settings.s3)
    if (settings.folder !== undefined) return createDiskStorage(settings.folder)
    temporary = await mkdtemp(join(tmpdir(), 'interlingua-results-')).catch((error: unknown) => {
      throw new ResultsError('unavailable', 'there is no temporary folder for results', error)
    })
    return createDiskStorage(temporary)
  }

  function plan(delay: number): void {
    if (!closed) timer = setTimeout(() => void sweepOften(), delay).unref()
  }

  async function sweepOften(): Promise<void> {
    try {
      await sweep(Date.now())
    } catch (error) {
      report(`results that have expired cannot be deleted: ${error instanceof ResultsError ? error.message : String(error)}`)
    }
    plan(Math.min(sweepEvery, settings.lifetime * 1000))
  }

  async function sweep(now: number): Promise<number> {
    // A temporary folder that nobody has used is not there.
    if (storage === undefined && settings.s3 === undefined && settings.folder === undefined) return 0
    return (await storageOf()).sweep(now)
  }

  async function write(name: string, bytes: Parameters<Results['keep']>[0], mime: string): Promise<void> {
    try {
      if (Buffer.isBuffer(bytes) && bytes.length > settings.bytes)
        throw new ResultsError('too-large', `a result is larger than ${settings.bytes} bytes`)
      await (await storageOf()).put(name, Buffer.isBuffer(bytes) ? bytes : limitPieces(bytes, settings.bytes), mime)
    } catch (error) {
      // One that was not begun would hold its connection.
      if (bytes instanceof Readable) bytes.destroy()
      throw error
    }
  }

  async function put(bytes: Parameters<Results['keep']>[0], mime: string): Promise<NamedResult> {
    const expires = Math.floor(Date.now() / 1000) + settings.lifetime
    const name = createResultName(mime, expires)
    await write(name, bytes, readResultName(name)?.type ?? mime)
    return { name, expiresAt: expires * 1000 }
  }

  async function address(name: string, { request }: Parameters<Results['address']>[1]): Promise<string> {
    const expires = String(readResultName(name)?.expires ?? 0)
    const signature = await signer.sign(name, expires)
    return `${publicAddress(settings, request)}${resultsPath}${name}?expires=${expires}&signature=${signature}`
  }

  return {
    async keep(bytes, mime, exchange) {
      const { name, expiresAt } = await put(bytes, mime)
      return { url: await address(name, exchange), expiresAt }
    },
    put,
    address,
    async find(name) {
      const known = readResultName(name)
      if (known === undefined || known.expires * 1000 <= Date.now()) return undefined
      return (await storageOf()).find(known.name)
    },
    async delete(name) {
      const known = readResultName(name)
      if (known !== undefined) await (await storageOf()).delete(known.name)
    },
    async ready() {
      if (Date.now() < usableUntil) return
      await signer.open()
      await (await storageOf()).ping()
      usableUntil = Date.now() + trust
    },
    async open(name, expires, signature) {
      if (!(await signer.verify(name, expires, signature))) return 'wrong-signature'
      const known = readResultName(name)
      if (known === undefined) return 'missing'
      if (Number(expires) * 1000 <= Date.now()) return 'expired'
      const result = await (await storageOf()).find(known.name)
      return result === undefined ? 'missing' : { name: known, result }
    },
    start: () => plan(firstSweep),
    sweep,
    async close() {
      closed = true
      clearTimeout(timer)
      await (await storage?.catch(() => undefined))?.close()
      if (temporary !== undefined) await rm(temporary, { recursive: true, force: true }).catch(() => {})
    },
  }
}

/** The same pieces, until they are more bytes than `limit`. */
async function* limitPieces(pieces: Pieces, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.byteLength
    if (size > limit) throw new ResultsError('too-large', `a result is larger than ${limit} bytes`)
    yield piece
  }
}
