import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { type ByteRange, type Pieces, readResultName, ResultsError, type ResultStorage } from './results/results.ts'

/** Bucket of S3, or of a server that speaks like it. */
export interface S3Options {
  readonly bucket: string
  /** Address of the server. Default: AWS. */
  readonly endpoint?: string | undefined
  /** Default: `AWS_REGION`, else `us-east-1`. */
  readonly region?: string | undefined
  /** Prefix of the names of all objects. Default: none. */
  readonly prefix?: string | undefined
  /** True to put the bucket into the path instead of the host's name, as most servers other than AWS want it. Default false. */
  readonly forcePathStyle?: boolean | undefined
  /** Credentials. Absent: those of the environment or the machine, found like by AWS's own tools. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/** Bytes of a part: S3 takes no parts below 5 MiB but the last, and at most 10,000 parts. */
const partBytes = 8 * 1024 * 1024
/** Milliseconds for a connection, and for silence on it. */
const connectTimeoutMs = 5_000
const idleTimeoutMs = 60_000

/**
 * Stores results as objects of a bucket. Bytes go through this process in both directions, so clients do not learn the bucket's address; an upload
 * that was cut off leaves no object.
 */
export function createS3Storage({ bucket, prefix = '', endpoint, region, forcePathStyle, credentials }: S3Options): ResultStorage {
  const config: S3ClientConfig = {
    // Servers other than AWS require a region, and accept any.
    region: region ?? process.env['AWS_REGION'] ?? 'us-east-1',
    // Many servers other than AWS do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: idleTimeoutMs },
  }
  if (endpoint !== undefined) config.endpoint = endpoint
  if (forcePathStyle !== undefined) config.forcePathStyle = forcePathStyle
  if (credentials) config.credentials = credentials
  const client = new S3Client(config)
  const place = (name: string): { readonly Bucket: string; readonly Key: string } => ({ Bucket: bucket, Key: prefix + name })

  /** Uploads in parts. AWS's `lib-storage` does it too, for five more packages (two of them browser shims) and up to four parts in memory. */
  async function putParts(name: string, first: Buffer, others: AsyncIterator<Buffer>, mime: string): Promise<void> {
    const { UploadId } = await guarded(() => client.send(new CreateMultipartUploadCommand({ ...place(name), ContentType: mime })))
    const upload = { ...place(name), UploadId }
    try {
      const parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = []
      for (let part: Buffer | undefined = first; part !== undefined; part = await nextOf(others)) {
        const PartNumber = parts.length + 1
        const Body = part
        const { ETag } = await guarded(() =>
          client.send(new UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: Body.length })),
        )
        parts.push({ PartNumber, ETag })
      }
      await guarded(() => client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } })))
    } catch (error) {
      // If the abort fails too, the bucket's own rule for unfinished uploads deletes the parts.
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
      throw error
    }
  }

  async function put(name: string, Body: Buffer, ContentType: string): Promise<void> {
    await guarded(() => client.send(new PutObjectCommand({ ...place(name), Body, ContentType, ContentLength: Body.length })))
  }

  return {
    async put(name, bytes, mime) {
      if (Buffer.isBuffer(bytes)) return put(name, bytes, mime)
      const parts = takeParts(bytes, partBytes)
      try {
        const first = (await nextOf(parts)) ?? Buffer.alloc(0)
        if (first.length < partBytes) await put(name, first, mime)
        else await putParts(name, first, parts, mime)
      } finally {
        await parts.return()
      }
    },
    async find(name) {
      const head = await guarded(() => client.send(new HeadObjectCommand(place(name))).catch(absent))
      if (head === undefined) return undefined
      return {
        size: head.ContentLength ?? 0,
        async read(range) {
          const { Body } = await guarded(() => client.send(new GetObjectCommand({ ...place(name), ...rangeOf(range) })))
          if (!(Body instanceof Readable)) throw new ResultsError('unavailable', 'the storage of results gave no bytes')
          return Body
        },
        release: () => Promise.resolve(),
      }
    },
    async delete(name) {
      await guarded(() => client.send(new DeleteObjectCommand(place(name))))
    },
    async sweep(now) {
      let swept = 0
      let token: string | undefined
      do {
        const page = await guarded(() =>
          client.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(token !== undefined && { ContinuationToken: token }) }),
          ),
        )
        token = page.NextContinuationToken
        for (const { Key = '' } of page.Contents ?? []) {
          const known = readResultName(Key.slice(prefix.length))
          // Objects of other programs stay. Names are listed in order, so the following ones expire later.
          if (known === undefined) continue
          if (known.expires * 1000 > now) return swept
          await guarded(() => client.send(new DeleteObjectCommand(place(known.name))))
          swept++
        }
      } while (token !== undefined)
      return swept
    },
    async ping() {
      await guarded(() => client.send(new HeadBucketCommand({ Bucket: bucket })))
    },
    async close() {
      client.destroy()
    },
  }
}

async function nextOf(parts: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { done, value } = await parts.next()
  return done === true ? undefined : value
}

function rangeOf(range: ByteRange | undefined): { readonly Range?: string } {
  return range ? { Range: `bytes=${range.from}-${range.to}` } : {}
}

/** Returns undefined for a missing object; throws other errors. */
function absent(error: unknown): undefined {
  if (nameOf(error) !== 'NotFound' && nameOf(error) !== 'NoSuchKey') throw error
}

/** Runs a step, and names its error without the message, which may quote the key. */
async function guarded<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    throw new ResultsError('unavailable', `the storage of results cannot be used (${nameOf(error)})`, error)
  }
}

function nameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown } // errors of sockets carry the one, all errors the other
  return String(code ?? name ?? 'unknown')
}

/** Joins pieces to parts of `size` bytes, the last of which may be shorter; holds one part at most. */
async function* takeParts(pieces: Pieces, size: number): AsyncGenerator<Buffer, void, undefined> {
  let part = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const piece of pieces) {
    for (let from = 0; from < piece.byteLength;) {
      const taken = Math.min(size - filled, piece.byteLength - from)
      part.set(piece.subarray(from, from + taken), filled)
      filled += taken
      from += taken
      if (filled < size) continue
      yield part
      // The part before may still be in use.
      part = Buffer.allocUnsafe(size)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
