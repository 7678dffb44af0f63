import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DocumentStore } from '@interlingua/store'
import { createDiskStorage } from './create-disk-storage.ts'
import {
  createResultName,
  createSigner,
  type NamedResult,
  type Pieces,
  publicAddress,
  readResultName,
  type Results,
  ResultsError,
  type ResultsOptions,
  type ResultStorage,
} from './results.ts'

/** Milliseconds from the start to the first sweep, and between two sweeps. */
const firstSweep = 5_000
const sweepEvery = 600_000
/** Milliseconds for which a good check of the storage holds. */
const trust = 10_000

export const resultsPath = '/v1/results/'

const day = 86_400
const defaultBytes = 512 * 1024 * 1024

/**
 * Creates a store of files at signed addresses; `documents` keeps the key of the signatures. `report` takes what goes wrong in the background. `leads`:
 * false while another process deletes expired files of a common folder.
 */
export function createResults(
  options: ResultsOptions,
  documents: DocumentStore,
  report: (problem: string) => void,
  leads: () => boolean = () => true,
): Results {
  const { retention = day, bytes: mostBytes = defaultBytes } = options
  const signer = createSigner(documents)
  let storage: Promise<ResultStorage> | undefined
  let temporary: string | undefined
  let usableUntil = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** Opens the storage at its first use, since most gateways keep no results. */
  function storageOf(): Promise<ResultStorage> {
    storage ??= openStorage().catch((error: unknown) => {
      storage = undefined
      throw error
    })
    return storage
  }

  async function openStorage(): Promise<ResultStorage> {
    if (options.openStorage !== undefined) return options.openStorage()
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
      // A temporary folder is this process's own.
      if (leads() || temporary !== undefined) await sweep(Date.now())
    } catch (error) {
      report(`results that have expired cannot be deleted: ${error instanceof ResultsError ? error.message : String(error)}`)
    }
    plan(Math.min(sweepEvery, retention * 1000))
  }

  async function sweep(now: number): Promise<number> {
    // An unused temporary folder does not exist.
    if (storage === undefined && options.openStorage === undefined) return 0
    return (await storageOf()).sweep(now)
  }

  async function write(name: string, bytes: Parameters<Results['keep']>[0], mime: string): Promise<void> {
    try {
      if (Buffer.isBuffer(bytes) && bytes.length > mostBytes)
        throw new ResultsError('too-large', `a result is larger than ${mostBytes} bytes`)
      await (await storageOf()).put(name, Buffer.isBuffer(bytes) ? bytes : limitPieces(bytes, mostBytes), mime)
    } catch (error) {
      // A stream that nothing reads would hold its connection.
      if (bytes instanceof Readable) bytes.destroy()
      throw error
    }
  }

  async function put(bytes: Parameters<Results['keep']>[0], mime: string): Promise<NamedResult> {
    const expires = Math.floor(Date.now() / 1000) + retention
    const name = createResultName(mime, expires)
    await write(name, bytes, readResultName(name)?.type ?? mime)
    return { name, expiresAt: expires * 1000 }
  }

  async function address(name: string, asked: Parameters<Results['address']>[1]): Promise<string> {
    const expires = String(readResultName(name)?.expires ?? 0)
    const signature = await signer.sign(name, expires)
    return `${publicAddress(options, asked)}${resultsPath}${name}?expires=${expires}&signature=${signature}`
  }

  return {
    async keep(bytes, mime, asked) {
      const { name, expiresAt } = await put(bytes, mime)
      return { url: await address(name, asked), expiresAt }
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

/** Passes pieces on, until they exceed `limit` bytes. */
async function* limitPieces(pieces: Pieces, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.byteLength
    if (size > limit) throw new ResultsError('too-large', `a result is larger than ${limit} bytes`)
    yield piece
  }
}
