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
import { readResultName } from './result-name.ts'
import { ResultsError } from './results-error.ts'
import type { S3Settings } from './results-settings.ts'
import type { ByteRange, Pieces, ResultStorage } from './storage.ts'

/** S3 takes no smaller parts than 5 MiB, but for the last, and at most 10,000 of them. */
const partBytes = 8 * 1024 * 1024
/** Milliseconds. */
const connectPatience = 5_000
const idlePatience = 60_000

/**
 * Results as objects of a bucket. Bytes go through the gateway in both directions: no client learns where the bucket is. What is not uploaded
 * to its end is no object.
 */
export function createS3Storage({ bucket, prefix = '', endpoint, region, forcePathStyle, credentials }: S3Settings): ResultStorage {
  const config: S3ClientConfig = {
    // Servers beside AWS ask for one, and take any.
    region: region ?? process.env['AWS_REGION'] ?? 'us-east-1',
    // Many servers beside AWS do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: connectPatience, socketTimeout: idlePatience },
  }
  if (endpoint !== undefined) config.endpoint = endpoint
  if (forcePathStyle !== undefined) config.forcePathStyle = forcePathStyle
  if (credentials) config.credentials = credentials
  const client = new S3Client(config)
  const place = (name: string): { readonly Bucket: string; readonly Key: string } => ({ Bucket: bucket, Key: prefix + name })

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
      // Where even that fails, the bucket's own rule for unfinished uploads deletes the parts.
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
          // What is not of this gateway is let be. Names are listed in their order: what follows expires later.
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

/** What is not there is `undefined`; anything else is thrown. */
function absent(error: unknown): undefined {
  if (nameOf(error) !== 'NotFound' && nameOf(error) !== 'NoSuchKey') throw error
}

/** Never the message: some quote the key. */
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

/** Pieces of any size as parts of exactly `size` bytes, the last of which may be shorter; no more than one part is held. */
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
      // The one before may still be on its way.
      part = Buffer.allocUnsafe(size)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
